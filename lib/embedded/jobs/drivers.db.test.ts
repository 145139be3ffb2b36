// Limits on what runs at once, and several drivers on one database.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { define } from "./definition";
import { execute } from "./execute";
import { createPlayground, type Playground } from "./testing";
import { createClient } from "./testing-client";

let playground: Playground;
beforeAll(async () => {
  playground = await createPlayground();
});
afterAll(() => playground.close());

/** Counts how many calls are open at once, per key; each ends when the event loop has turned a few times. */
function gauge() {
  const open = new Map<string, number>();
  const peaks = new Map<string, number>();
  return {
    peaks,
    async during(key: string): Promise<void> {
      open.set(key, (open.get(key) ?? 0) + 1);
      peaks.set(key, Math.max(peaks.get(key) ?? 0, open.get(key) ?? 0));
      await playground.pool.query("select pg_sleep(0.02)");
      open.set(key, (open.get(key) ?? 0) - 1);
    },
  };
}

describe("concurrency", () => {
  it("keeps each key within its limit, and finally lets everything through", async () => {
    const inngest = createClient();
    const { peaks, during } = gauge();
    const limited = inngest.createFunction(
      {
        id: "limited-by-key",
        triggers: { event: "test/keyed.wanted" },
        concurrency: [{ limit: 1, key: "event.data.key" }, { limit: 3 }],
      },
      async ({ step, event }) => {
        const both = () => Promise.all([during(event.data.key), during("all")]);
        await Promise.all([step.run("one", both), step.run("two", both)]);
      },
    );
    const jobs = await playground.start(inngest, [limited]);
    const keys = [..."aabbccddee"];
    await inngest.send(keys.map((key) => ({ name: "test/keyed.wanted", data: { key } })));
    const runs = await playground.ended("test-limited-by-key", keys.length);
    expect(runs.every((run) => run.status === "completed")).toBe(true);
    expect(new Set(keys.map((key) => peaks.get(key)))).toEqual(new Set([1]));
    expect(peaks.get("all")).toBeLessThanOrEqual(3);
    expect(peaks.get("all")).toBeGreaterThan(1);
    expect((await playground.pool.query("select from jobs.slots")).rowCount).toBe(0);
    await jobs.stop();
  });
});

describe("an outdated call", () => {
  it("does not free the slot of the call that replaced it", async () => {
    const inngest = createClient();
    let go = () => {};
    const running = new Promise<void>((resolve) => {
      go = resolve;
    });
    const alone = inngest.createFunction(
      { id: "alone", triggers: { event: "test/alone.due" }, concurrency: 1 },
      () => running,
    );
    const jobs = await playground.start(inngest, [alone]);
    await inngest.send({ name: "test/alone.due", data: {} });
    const heldSlots = async () => {
      const { rows } = await playground.pool.query<{ call: { runId: string; number: number } }>(
        "select call from jobs.slots where function_id = 'test-alone' and held",
      );
      return rows.map(({ call }) => call);
    };
    await expect.poll(async () => (await heldSlots()).length).toBe(1);
    const [call] = await heldSlots();
    if (!call) throw new Error("The call has no slot.");
    const definitions = define(inngest, [alone]);
    const notCalled = () => Promise.reject(new Error("An old call is not made."));
    await execute(playground.pool, definitions, notCalled, { ...call, number: call.number - 1 });
    expect(await heldSlots()).toEqual([call]);
    go();
    await playground.ended("test-alone");
    expect(await heldSlots()).toEqual([]);
    await jobs.stop();
  });
});

describe("a limit removed while no driver was running", () => {
  it("releases the calls that waited for it", async () => {
    const inngest = createClient();
    const lifted = inngest.createFunction({ id: "lifted", triggers: { event: "test/lifted.wanted" } }, () => "done");
    // Creates the tables.
    await (await playground.start(inngest, [lifted])).stop();
    await playground.pool.query(`
      insert into jobs.runs (id, function_id, event, discovery, discovery_state)
      values ('waiting', 'test-lifted', '{"id":"1","name":"test/lifted.wanted","data":{},"ts":1}', 1, 'queued');
      insert into jobs.slots (function_id, run_id, step_id, keys, call)
      values ('test-lifted', 'waiting', '', '{0:}', '{"runId":"waiting","number":1}')`);
    const jobs = await playground.start(inngest, [lifted]);
    expect(await playground.ended("test-lifted")).toMatchObject([{ status: "completed", output: "done" }]);
    expect((await playground.pool.query("select from jobs.slots")).rowCount).toBe(0);
    await jobs.stop();
  });
});

describe("a function that this version of the app lacks", () => {
  it("waits a day for another version, and then its runs fail", async () => {
    const inngest = createClient();
    const known = inngest.createFunction({ id: "known", triggers: { event: "test/known.wanted" } }, () => "done");
    await (await playground.start(inngest, [known])).stop();
    for (const [id, age] of [
      ["young", "1 hour"],
      ["old", "2 days"],
    ]) {
      await playground.pool.query(
        `insert into jobs.runs (id, function_id, event, discovery, discovery_state, created_at)
         values ($1, 'test-unknown', '{"id":"1","name":"a/b","data":{},"ts":1}', 1, 'queued', now() - $2::interval)`,
        [id, age],
      );
      const call = JSON.stringify({ runId: id, number: 1 });
      await playground.pool.query("select graphile_worker.add_job('call', $1::json)", [call]);
    }
    const jobs = await playground.start(inngest, [known]);
    const [old] = await playground.ended("test-unknown");
    expect(old).toMatchObject({ id: "old", status: "failed", error: { message: expect.stringContaining("unknown") } });
    const attempts = () => playground.pool.query("select from graphile_worker.jobs where last_error like '%unknown%'");
    await expect.poll(async () => (await attempts()).rowCount).toBe(1);
    await jobs.stop();
    await playground.pool.query("delete from jobs.runs where function_id = 'test-unknown'");
  });
});

describe("two drivers on one database", () => {
  function createDriver(calls: Map<string, number>, hold: Promise<void>) {
    const inngest = createClient();
    const count = (key: string) => void calls.set(key, (calls.get(key) ?? 0) + 1);
    const shared = inngest.createFunction(
      { id: "shared", triggers: { event: "test/shared.wanted" } },
      async ({ step, event }) => {
        await Promise.all(["left", "right"].map((name) => step.run(name, () => count(`${event.data.number} ${name}`))));
        await step.run("last", () => count(`${event.data.number} last`));
      },
    );
    const holding = inngest.createFunction(
      { id: "held", triggers: { event: "test/held.wanted" } },
      async ({ step }) => {
        await step.run("hold", () => {
          count("hold");
          return hold;
        });
      },
    );
    return { inngest, functions: [shared, holding], calls };
  }

  it("share the work, do nothing twice, and do not take over running work", async () => {
    let release = () => {};
    const hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = createDriver(new Map(), hold);
    const second = createDriver(new Map(), hold);
    const firstJobs = await playground.start(first.inngest, first.functions, 3);
    await first.inngest.send({ name: "test/held.wanted" });
    await expect.poll(() => first.calls.get("hold")).toBe(1);
    // The second starts, and looks for dead workers, while the first is in the middle of a step.
    const secondJobs = await playground.start(second.inngest, second.functions, 3);

    const numbers = [...Array(30).keys()];
    const events = numbers.map((number) => ({ name: "test/shared.wanted", data: { number } }));
    await Promise.all([first.inngest.send(events.slice(0, 15)), second.inngest.send(events.slice(15))]);
    await playground.ended("test-shared", numbers.length);
    release();
    expect(await playground.ended("test-held")).toHaveLength(1);

    const all = [...first.calls, ...second.calls];
    expect(all.filter(([, times]) => times !== 1)).toEqual([]);
    expect(new Set(all.map(([key]) => key)).size).toBe(all.length);
    expect(all).toHaveLength(numbers.length * 3 + 1);
    expect(second.calls.has("hold")).toBe(false);
    expect(second.calls.size).toBeGreaterThan(0);
    await Promise.all([firstJobs.stop(), secondJobs.stop()]);
  });
});

describe("cron", () => {
  it("runs once for all ticks missed while no driver was running", async () => {
    const inngest = createClient();
    const hourly = inngest.createFunction({ id: "hourly", triggers: { cron: "0 * * * *" } }, ({ event }) => event);
    const first = await playground.start(inngest, [hourly]);
    const marks = () => playground.pool.query("select from jobs.crons");
    await expect.poll(async () => (await marks()).rowCount).toBe(1);
    await first.stop();
    await playground.pool.query("update jobs.crons set last_tick = now() - interval '5 hours'");

    const second = await playground.start(inngest, [hourly]);
    const [run] = await playground.ended("test-hourly");
    const hour = new Date().setUTCMinutes(0, 0, 0);
    expect(run?.output).toMatchObject({ name: "inngest/scheduled.timer", data: { cron: "0 * * * *" }, ts: hour });
    await second.stop();
    const third = await playground.start(inngest, [hourly]);
    await third.stop();
    expect(await playground.ended("test-hourly")).toHaveLength(1);
  });
});

describe("stopping", () => {
  it("lets a running step end, and resumes the run at the next start", async () => {
    const inngest = createClient();
    const calls: string[] = [];
    let begun = () => {};
    const beginning = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const paused = inngest.createFunction(
      { id: "paused", triggers: { event: "test/pause.wanted" } },
      async ({ step }) => {
        await step.run("slow", async () => {
          begun();
          await playground.pool.query("select pg_sleep(0.3)");
          calls.push("slow");
        });
        await step.run("next", () => void calls.push("next"));
      },
    );
    const first = await playground.start(inngest, [paused]);
    await inngest.send({ name: "test/pause.wanted" });
    await beginning;
    await first.stop();
    expect(calls[0]).toBe("slow");
    const second = await playground.start(inngest, [paused]);
    await playground.ended("test-paused");
    expect(calls).toEqual(["slow", "next"]);
    await second.stop();
  });
});

describe("pruning", () => {
  it("deletes runs a week after their end", async () => {
    const inngest = createClient();
    const brief = inngest.createFunction({ id: "brief", triggers: { event: "test/brief.wanted" } }, () => "done");
    const jobs = await playground.start(inngest, [brief]);
    await inngest.send([
      { name: "test/brief.wanted", id: "old" },
      { name: "test/brief.wanted", id: "new" },
    ]);
    await playground.ended("test-brief", 2);
    await jobs.stop();
    await playground.pool.query(
      `update jobs.runs set ended_at = now() - interval '8 days'
       where function_id = 'test-brief' and event ->> 'id' = 'old'`,
    );
    await playground.start(inngest, [brief]);
    const remaining = async () => (await playground.ended("test-brief", 0)).map((run) => run.event.id);
    await expect.poll(remaining).toEqual(["new"]);
  });
});
