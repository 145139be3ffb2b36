import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Pool } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startPostgres } from "../postgres";
import { clusterIn } from "../postgres/cluster";
import { startJobs } from "./start";
import { createPlayground, endedRuns, type Playground } from "./testing";
import { createClient } from "./testing-client";

let playground: Playground;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  playground = await createPlayground();
  await playground.pool.query(`
    create table effects (run_id text, step text, calls integer not null default 1, primary key (run_id, step));
    create table gate (open boolean)`);
});
afterAll(async () => {
  await Promise.all([...children].map(kill));
  await playground.close();
});

async function startChild() {
  const path = fileURLToPath(new URL("./crash-child.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", path], {
    env: { ...process.env, DATABASE_URL: playground.url },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.add(child);
  const [line] = await once(child.stdout, "data");
  const { url, eventKey } = JSON.parse(String(line));
  return { child, client: createClient({ baseUrl: url, eventKey }) };
}

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

const effects = async (functionId: string) => {
  const { rows } = await playground.pool.query<{ step: string; calls: number }>(
    "select step, calls from effects where run_id in (select id from jobs.runs where function_id = $1) order by step",
    [functionId],
  );
  return Object.fromEntries(rows.map(({ step, calls }) => [step, calls]));
};

it("finishes after a SIGKILL in the middle, and repeats only the steps under way", async () => {
  const { child, client } = await startChild();
  await client.send([{ name: "test/stages.wanted" }, { name: "test/sleep.wanted" }]);
  await expect.poll(() => effects("test-stages"), { timeout: 20_000 }).toEqual({ before: 1, left: 1, right: 1 });
  const asleep = () => playground.pool.query("select from jobs.steps where operation = 'Sleep' and result is null");
  await expect.poll(async () => (await asleep()).rowCount, { timeout: 20_000 }).toBe(1);
  await kill(child);

  await playground.pool.query("insert into gate values (true)");
  await startChild();
  const [stages] = await playground.ended("test-stages");
  expect(stages).toMatchObject({ status: "completed", output: ["before", "left", "right", "after"] });
  // Only the two steps that were under way are asked for again, and their effects are idempotent.
  expect(await effects("test-stages")).toEqual({ before: 1, left: 2, right: 2, after: 1 });

  const [sleeper] = await playground.ended("test-sleeper");
  expect(sleeper).toMatchObject({ status: "completed", output: "after" });
  expect(await effects("test-sleeper")).toEqual({ before: 1, after: 1 });
});

it("continues by itself when Postgres is killed and comes back", async () => {
  const directory = await mkdtemp(join(tmpdir(), "assay-jobs-"));
  const server = await startPostgres({ directory });
  const pool = new Pool({ connectionString: server.url });
  pool.on("error", () => undefined);
  const client = createClient();
  const effects = new Map<string, number>();
  let inTheMiddle = () => {};
  const middle = new Promise<void>((resolve) => {
    inTheMiddle = resolve;
  });
  const lasting = client.createFunction(
    { id: "lasting", triggers: { event: "test/lasting.wanted" } },
    async ({ step, event }) => {
      for (const name of ["a", "b", "c", "d"]) {
        await step.run(name, () => {
          effects.set(`${event.data.number}${name}`, (effects.get(`${event.data.number}${name}`) ?? 0) + 1);
          if (name === "b") inTheMiddle();
        });
      }
      return event.data.number;
    },
  );
  const jobs = await startJobs({ databaseUrl: server.url, client, functions: [lasting] });
  try {
    const numbers = [...Array(10).keys()];
    await client.send(numbers.map((number) => ({ name: "test/lasting.wanted", data: { number } })));
    await middle;
    process.kill(
      Number((await readFile(join(clusterIn(directory), "postmaster.pid"), "utf8")).split("\n")[0]),
      "SIGKILL",
    );
    const answering = () =>
      pool.query("select 1").then(
        () => true,
        () => false,
      );
    await expect.poll(answering, { timeout: 20_000 }).toBe(true);
    const runs = await endedRuns(pool, "test-lasting", numbers.length);
    expect(runs.map((run) => run.output).toSorted()).toEqual(numbers);
    expect(effects.size).toBe(numbers.length * 4);
  } finally {
    await jobs.stop();
    await pool.end();
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}, 60_000);
