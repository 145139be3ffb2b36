import postgres from "postgres";
import { expect, test } from "vitest";
import { createDatabase } from "./database";

test("databases created in parallel are separate, have the schema, and can be dropped while connected", async () => {
  const [first, second] = await Promise.all([createDatabase(), createDatabase()]);
  const connections = [first, second].map(({ url }) => postgres(url, { max: 1 }));
  const [one, two] = connections;
  if (!one || !two) throw new Error("There are two connections.");
  const tables = await one`select 1 from pg_tables where schemaname = 'public'`;
  expect(tables.length).toBeGreaterThan(0);
  await one`create table mine (id int)`;
  expect(await two`select 1 from pg_tables where tablename = 'mine'`).toHaveLength(0);
  await Promise.all([first.drop(), second.drop()]);
  await expect(postgres(first.url, { max: 1 })`select 1`).rejects.toThrow(/does not exist/);
  await Promise.all(connections.map((sql) => sql.end({ timeout: 1 })));
});
