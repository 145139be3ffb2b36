import { afterAll, beforeAll, expect, test } from "vitest";
import { type Connection, connect } from "@/db/client";
import { createPlayground, type Playground } from "@/lib/embedded/jobs/testing";
import { createClient } from "@/lib/embedded/jobs/testing-client";
import { sharedMeasures } from "./shared-measures";

let playground: Playground;
let database: Connection;
beforeAll(async () => {
  playground = await createPlayground();
  database = connect(playground.url, 2);
});
afterAll(async () => {
  await database.close();
  await playground.close();
});

const read = async () =>
  Object.fromEntries((await sharedMeasures(database.db)).map(({ name, samples }) => [name, samples[0]?.value]));

test("waiting events are always measured; waiting jobs only with the embedded runner", async () => {
  await database.db.execute(
    "insert into outbox_events (id, name, data, created_at) values ('one', 'x/y', '{}', now() - interval '70 s')",
  );
  const before = await read();
  expect(before).toMatchObject({ assay_events_waiting: 1 });
  expect(before.assay_events_oldest_seconds).toBeGreaterThanOrEqual(70);
  expect(before).not.toHaveProperty("assay_jobs_waiting");

  const client = createClient();
  const work = client.createFunction({ id: "work", triggers: { event: "test/work.wanted" } }, async () => "done");
  await (await playground.start(client, [work])).stop();
  expect(await read()).toMatchObject({ assay_jobs_waiting: 0, assay_jobs_oldest_seconds: 0 });
  await playground.pool.query(`
    select graphile_worker.add_job('call', '{}', run_at := now() + interval '1 hour');
    select graphile_worker.add_job('call', '{}', run_at := now() - interval '40 s');
    insert into jobs.runs (id, function_id, event, created_at) values ('run', 'work', '{}', now() - interval '90 s');
    insert into jobs.slots (function_id, run_id, step_id, keys, call) values ('work', 'run', 'step', '{}', '{}');`);
  const after = await read();
  expect(after).toMatchObject({ assay_jobs_waiting: 2 });
  expect(after.assay_jobs_oldest_seconds).toBeGreaterThanOrEqual(90);
  expect(after.assay_jobs_oldest_seconds).toBeLessThan(150);
});
