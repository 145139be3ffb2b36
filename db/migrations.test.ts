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

test("the journal names each migration, and of the schema the newest state alone is kept", () => {
  const tags = journalOf().map(({ tag }) => tag);
  expect(below().filter((file) => file.endsWith(".sql"))).toEqual(tags.map((tag) => `${tag}.sql`));
  // drizzle-kit compares with nothing else: the snapshot before goes when a migration is generated.
  expect(below("meta")).toEqual([`${tags.at(-1)?.slice(0, 4)}_snapshot.json`, "_journal.json"]);
});

test("the baseline is dated like the last migration before it, so that it runs only in a new database", () => {
  const entries = journalOf("before-baseline");
  expect(below("before-baseline").filter((file) => file.endsWith(".sql"))).toEqual(
    entries.map(({ tag }) => `${tag}.sql`),
  );
  expect(journalOf()[0]).toMatchObject({ tag: "0000_baseline", when: entries.at(-1)?.when });
});

test("comments and empty lines do not change the hash of statements", () => {
  const hash = statementsHash("-- Why.\ncreate view one as\n  select 1;\n");
  expect(statementsHash("-- Another reason,\n-- in two lines.\n\ncreate view one as\n  -- one\n  select 1;\n")).toBe(
    hash,
  );
  expect(statementsHash("-- Why.\ncreate view one as\n  select 2;\n")).not.toBe(hash);
});
