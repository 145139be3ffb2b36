// A pooler in transaction mode lends a session for one transaction: nothing may be left in one, nor be expected of it. The jobs
// alone may, which have PostgreSQL's own address (docs/decisions/0030-poolers.md).
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const lasting: readonly (readonly [what: string, pattern: RegExp])[] = [
  ["a lock of the session", /\bpg_(try_)?advisory_(un)?lock(_shared)?\s*\(/i],
  ["a setting of the session", /[`"';]\s*set\s+(?!local\b)(session\b|time zone\b|role\b|[a-z_.]+\s*(=|to)\s)/],
  ["a setting of the session", /\bset_config\([^)]*,\s*false\s*\)/i],
  ["notifications", /[`"';]\s*(un)?listen\s+[\w*]+\s*[`"';]|\bsql\.listen\(/],
  ["a prepared statement", /[`"';]\s*(prepare|deallocate)\s+\w+\s*(as\b|[`"';(])/],
  ["a cursor that outlives its transaction", /\bwith hold\b|\.cursor\(/i],
  ["a temporary table that outlives its transaction", /\bcreate\s+temp(orary)?\s+table\s+\w+(?!\s+on commit drop)\b/i],
];
const find = (text: string): string[] => lasting.flatMap(([what, pattern]) => (pattern.test(text) ? [what] : []));

test.each([
  ["sql`select pg_advisory_lock(1)`"],
  ["sql.unsafe('set search_path to other')"],
  ["sql`set time zone 'Asia/Tokyo'`"],
  ["sql`select set_config('jit', 'off', false)`"],
  ["sql`listen changes`"],
  ["sql`prepare kept as select 1`"],
  ["sql`declare rows cursor with hold for select 1`"],
  ["sql`create temporary table kept as select 1`"],
])("%s is detected as session state", (text) => {
  expect(find(text)).toHaveLength(1);
});

test.each([
  ["sql`select pg_advisory_xact_lock(1)`"],
  ["sql`set local jit = off`"],
  ["sql`update queues set name = 'to be'`"],
  ["sql`create temporary table room on commit drop as select 1`"],
])("%s is allowed, because it ends with its transaction", (text) => {
  expect(find(text)).toEqual([]);
});

test("the product leaves no state in a session", () => {
  const files = ["app", "db", "inngest", "lib", "scripts"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  );
  const product = files.filter(
    (file) => /\.(tsx?|sql)$/.test(file) && !/\.test\.|\/testing[/.]|^lib\/embedded\/jobs\//.test(file),
  );
  expect(product.length).toBeGreaterThan(500);
  const found = product.flatMap((file) => find(readFileSync(join(root, file), "utf8")).map((what) => [file, what]));
  expect(found).toEqual([]);
});
