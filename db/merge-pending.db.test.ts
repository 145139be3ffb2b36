import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Connection, connect } from "./client";
import { mergePending } from "./merge-pending";
import { createDatabase, type TestDatabase } from "./testing/database";

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await createDatabase();
  connection = connect(database.url, 2);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const merged = async () =>
  (await mergePending(connection.db)).map(({ gin_clean_pending_list: pages }) => Number(pages)).toSorted();

test("new entries wait in the pending lists of these indexes, and are merged once", async () => {
  const limited = await connection.db.execute(
    sql`select relname as name from pg_class where 'gin_pending_list_limit=65536' = any(reloptions) order by 1`,
  );
  expect(limited.map(({ name }) => name)).toEqual(["gateway_requests_terms", "span_segments_words", "traces_terms"]);
  await connection.db.execute(sql`
    insert into span_segments (organization_id, project_id, lines, words)
    select gen_random_uuid(), gen_random_uuid(), '', array_to_tsvector(array['word' || number])
    from generate_series(1, 1000) as number`);
  expect(await merged()).toEqual([0, 0, expect.toSatisfy((pages: number) => pages > 0)]);
  expect(await merged()).toEqual([0, 0, 0]);
});

test("a server skips merging while another one does it", async () => {
  await connection.db.transaction(async (tx) => {
    await mergePending(tx);
    expect(await merged()).toEqual([]);
  });
});
