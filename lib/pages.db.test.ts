import { type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { suiteDatabase } from "@/db/testing/factories";
import { byName, hasText, isNamed } from "./pages";

const database = suiteDatabase();
const text = (value: string): SQL => sql`${value}::text`;

async function holds(condition: SQL): Promise<unknown> {
  const [row] = await database.db.execute<{ found: boolean }>(sql`select ${condition} as found`);
  return row?.found;
}

const [composed, decomposed] = ["Café résumé".normalize("NFC"), "Café résumé".normalize("NFD")];

test.each([
  [composed, "Café".normalize("NFC"), true],
  [composed, "Café".normalize("NFD"), true],
  [decomposed, "Café".normalize("NFC"), true],
  [decomposed, "CAFÉ".normalize("NFC"), true],
  [decomposed, "résumé".normalize("NFD"), true],
  [composed, "caf", true],
  [composed, "thé", false],
  ["Über 100 %", "über 100 %", true],
  ["Über 1000", "über 100%", false],
  ["Ünder_score", "ü%e", false],
])("%j has %j: %s", async (stored, part, expected) => {
  expect(await holds(hasText(text(stored), part))).toBe(expected);
});

test.each([
  [composed, "CAFÉ RÉSUMÉ".normalize("NFD"), true],
  [decomposed, "café résumé".normalize("NFC"), true],
  [decomposed, "Café", false],
  ["plain", "PLAIN", true],
])("%j is named %j: %s", async (stored, name, expected) => {
  expect(await holds(isNamed(text(stored), name))).toBe(expected);
});

test("names are sorted without regard to case and accents, in either normal form", async () => {
  const names = ["Äpfel", "apple", "Apricot", "éclair".normalize("NFD"), "Eclipse", "Zebra", "ёлка", "Жук", "漢字"];
  const shuffled = names.toSorted().map((name) => sql`(${name}::text)`);
  const rows = await database.db.execute<{ name: string }>(
    sql`select name from (values ${sql.join(shuffled, sql`, `)}) as listed(name) order by ${byName(sql`name`)}`,
  );
  expect(rows.map(({ name }) => name)).toEqual(names);
});
