import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "migrations");
const below = (...path: string[]) => readdirSync(join(folder, ...path)).sort();

test("the journal names each migration, and of the schema the newest state alone is kept", () => {
  const { entries } = JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8")) as {
    entries: { tag: string }[];
  };
  const tags = entries.map(({ tag }) => tag);
  expect(below().filter((file) => file.endsWith(".sql"))).toEqual(tags.map((tag) => `${tag}.sql`));
  // drizzle-kit compares with nothing else: the snapshot before goes when a migration is generated.
  expect(below("meta")).toEqual([`${tags.at(-1)?.slice(0, 4)}_snapshot.json`, "_journal.json"]);
});
