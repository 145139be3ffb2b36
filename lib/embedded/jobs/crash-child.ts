// A process that the crash suite kills: it runs the driver with functions whose effects are rows in a table.
import { Pool } from "pg";
import { startJobs } from "./start";
import { createClient } from "./testing-client";

const databaseUrl = process.env.DATABASE_URL ?? "";
const pool = new Pool({ connectionString: databaseUrl });
const client = createClient();

/** Idempotent by run and step, and counts how often it was called. */
async function effect(runId: string, step: string): Promise<string> {
  await pool.query(
    `insert into effects (run_id, step) values ($1, $2)
     on conflict (run_id, step) do update set calls = effects.calls + 1`,
    [runId, step],
  );
  return step;
}

const isGateOpen = async () => ((await pool.query("select 1 from gate")).rowCount ?? 0) > 0;

const stages = client.createFunction(
  { id: "stages", triggers: { event: "test/stages.wanted" } },
  async ({ step, runId }) => {
    const before = await step.run("before", () => effect(runId, "before"));
    const during = await Promise.all(
      ["left", "right"].map((name) =>
        step.run(name, async () => {
          await effect(runId, name);
          if (!(await isGateOpen())) await new Promise(() => undefined); // until the process is killed
          return name;
        }),
      ),
    );
    return [before, ...during, await step.run("after", () => effect(runId, "after"))];
  },
);

const sleeper = client.createFunction(
  { id: "sleeper", triggers: { event: "test/sleep.wanted" }, concurrency: 1 },
  async ({ step, runId }) => {
    await step.run("before", () => effect(runId, "before"));
    await step.sleep("night", "2s");
    return step.run("after", () => effect(runId, "after"));
  },
);

const jobs = await startJobs({ databaseUrl, client, functions: [stages, sleeper] });
process.stdout.write(`${JSON.stringify({ url: jobs.url, eventKey: jobs.eventKey })}\n`);
