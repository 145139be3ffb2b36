import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { statementsHash } from "./migrate";

const folder = join(import.meta.dirname, "migrations");
const below = (...path: string[]) => readdirSync(join(folder, ...path)).sort();

interface Entry {
  tag: string;
  when: number;
}

function journalOf(...path: string[]): Entry[] {
  const journal = JSON.parse(readFileSync(join(folder, ...path, "meta", "_journal.json"), "utf8")) as {
    entries: Entry[];
  };
  return journal.entries;
}

test("the journal names each migration, and only the newest schema snapshot is kept", () => {
  const tags = journalOf().map(({ tag }) => tag);
  expect(below().filter((file) => file.endsWith(".sql"))).toEqual(tags.map((tag) => `${tag}.sql`));
  // drizzle-kit compares with nothing else: the snapshot before goes when a migration is generated.
  expect(below("meta")).toEqual([`${tags.at(-1)?.slice(0, 4)}_snapshot.json`, "_journal.json"]);
});

test("the baseline has the date of the last migration before it, so it runs only in a new database", () => {
  const entries = journalOf("before-baseline");
  expect(below("before-baseline").filter((file) => file.endsWith(".sql"))).toEqual(
    entries.map(({ tag }) => `${tag}.sql`),
  );
  expect(journalOf()[0]).toMatchObject({ tag: "0000_baseline", when: entries.at(-1)?.when });
});

test("each migration is newer than the one before: a database skips what is older than its newest one", () => {
  for (const path of [[], ["before-baseline"]]) {
    const dates = journalOf(...path).map(({ when }) => when);
    expect(dates).toEqual([...new Set(dates)].sort((one, other) => one - other));
  }
});

test("comments and empty lines do not change the statements' hash", () => {
  const hash = statementsHash("-- Why.\ncreate view one as\n  select 1;\n");
  expect(statementsHash("-- Another reason,\n-- in two lines.\n\ncreate view one as\n  -- one\n  select 1;\n")).toBe(
    hash,
  );
  expect(statementsHash("-- Why.\ncreate view one as\n  select 2;\n")).not.toBe(hash);
});

// Servers of the version before go on while a new one migrates (docs/deploy/several-servers.md): promised since this one.
const FIRST_SAFE = "0023_notifications-and-webhooks";
const breaking: readonly [what: string, form: RegExp][] = [
  ["drops a table", /^drop table/i],
  ["drops a column", /\bdrop column/i],
  ["renames", /\brename\b/i],
  ["changes a type", /\b(set data type|alter column \S+ type)\b/i],
  ["requires a value that the version before does not write", /\bset not null\b/i],
  ["adds a column that the version before does not fill", /\badd column\b(?!.*\b(default|generated)\b).*\bnot null\b/i],
];
const statementsOf = (text: string): string[] => text.split("--> statement-breakpoint").map((one) => one.trim());

const breaksIn = (text: string): string[] =>
  statementsOf(text).flatMap((statement) => breaking.filter(([, form]) => form.test(statement)).map(([what]) => what));

test.each([
  ['ALTER TABLE "a" DROP COLUMN "b";', "drops a column"],
  ['DROP TABLE "a" CASCADE;', "drops a table"],
  ['ALTER TABLE "a" RENAME COLUMN "b" TO "c";', "renames"],
  ['ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE bigint;', "changes a type"],
  ['ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;', "requires a value that the version before does not write"],
  ['ALTER TABLE "a" ADD COLUMN "b" text NOT NULL;', "adds a column that the version before does not fill"],
  ['ALTER TABLE "a" ADD COLUMN "b" text DEFAULT \'\' NOT NULL;', undefined],
  ['ALTER TABLE "a" ADD COLUMN "b" text;', undefined],
  ['CREATE TABLE "a" ("b" text NOT NULL);', undefined],
  ['DROP INDEX "a";', undefined],
])("%s %s", (statement, what) => expect(breaksIn(statement)[0]).toBe(what));

test("migrations only add, so servers of the previous version keep working", () => {
  const tags = journalOf().map(({ tag }) => tag);
  const files = tags.slice(tags.indexOf(FIRST_SAFE)).map((tag) => `${tag}.sql`);
  expect(files.length).toBeLessThan(tags.length);
  const found = files.flatMap((file) =>
    breaksIn(readFileSync(join(folder, file), "utf8")).map((what) => `${file} ${what}`),
  );
  expect(found).toEqual([]);
});

/** From the next one on, indexes are made while people write (upgrade/apply-migrations.ts). */
const LAST_BLOCKING = "0029_alerts";
const CONCURRENT = /^(create (unique )?|drop )index concurrently\b/i;

/** Why servers of the version before would wait for the migration, or it could not be applied. */
function blockingIn(text: string): string[] {
  const statements = statementsOf(text);
  const made = new Set(statements.flatMap((one) => /^create table "([^"]+)"/i.exec(one)?.[1] ?? []));
  const indexed = statements
    .flatMap((one) => /^create (?:unique )?index (?!concurrently\b).* on "([^"]+)"/i.exec(one)?.[1] ?? [])
    .filter((table) => !made.has(table));
  const concurrent = statements.filter((one) => CONCURRENT.test(one)).length;
  return [
    ...indexed.map((table) => `writers of ${table} wait until an index is made`),
    ...(concurrent > 0 && concurrent < statements.length ? ["indexes made concurrently need a file of their own"] : []),
  ];
}

test.each([
  ['CREATE INDEX "a_b" ON "a" USING btree ("b");', ["writers of a wait until an index is made"]],
  ['CREATE UNIQUE INDEX "a_b" ON "a" ("b");', ["writers of a wait until an index is made"]],
  ['CREATE TABLE "a" ("b" text);\n--> statement-breakpoint\nCREATE INDEX "a_b" ON "a" ("b");', []],
  ['CREATE INDEX CONCURRENTLY "a_b" ON "a" ("b");', []],
  ['DROP INDEX CONCURRENTLY "a_b";', []],
  [
    'ALTER TABLE "a" ADD COLUMN "b" text;--> statement-breakpoint\nCREATE INDEX CONCURRENTLY "a_b" ON "a" ("b");',
    ["indexes made concurrently need a file of their own"],
  ],
])("%s %j", (text, found) => expect(blockingIn(text)).toEqual(found));

test("no migration blocks writers while it indexes an existing table", () => {
  const tags = journalOf().map(({ tag }) => tag);
  const files = tags.slice(tags.indexOf(LAST_BLOCKING) + 1).map((tag) => `${tag}.sql`);
  const found = files.flatMap((file) =>
    blockingIn(readFileSync(join(folder, file), "utf8")).map((what) => `${file}: ${what}`),
  );
  expect(found).toEqual([]);
});
