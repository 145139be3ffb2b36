// Models without a price, and results that the database does not take.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCaller, createOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { idOfName } from "../templates/fingerprint";
import { createTestTemplate } from "../testing";
import * as listRuns from "./read/list-runs";
import * as runs from "./start/start-run";
import { advanceToEnd, bindTestEval, createTestDataset, startTestProvider, verdict } from "./testing";
import { advanceRun } from "./work/advance";

let gateway: Awaited<ReturnType<typeof startTestGateway>>;
let provider: Awaited<ReturnType<typeof startTestProvider>>;
let context: Context;
let say: Parameters<typeof startTestProvider>[0]["answer"];

beforeAll(async () => {
  gateway = await startTestGateway();
  provider = await startTestProvider({ answer: (text, nth) => say(text, nth) });
});
afterAll(async () => {
  provider.stop();
  await gateway.close();
});
beforeEach(async () => {
  say = () => verdict("Pass");
  context = await createCaller(gateway.db, await createOrganization(gateway.db));
});

const contains = {
  config: { mapping: { text: "answer" }, params: { keyword: "Answer" } },
};
const start = (dataset_id: string, user_eval_ids: string[], change: object = {}) =>
  runs.startEvalRun(context, { dataset_id, user_eval_ids, column_ids: [], repeats: 1, at_once: 5, ...change });
const detail = (run_id: string) => listRuns.getEvalRun(context, { run_id });
const cells = async (run_id: string) =>
  (await listRuns.listEvalRunCells(context, { run_id, page: 1, limit: 1000 })).results;

test("a judge without a price judges every cell once, and its cost is unknown, not 0", async () => {
  const dataset = await createTestDataset(context, 6);
  const judged = await bindTestEval(context, dataset, await createTestTemplate(context, { model: "acme/unpriced" }));
  const computed = await bindTestEval(context, dataset, idOfName("contains"), contains);
  const before = provider.calls();
  const { run_id } = await start(dataset, [judged, computed]);
  await advanceToEnd(context, run_id);
  expect(provider.calls() - before).toBe(6);
  expect(await detail(run_id)).toMatchObject({
    status: "completed",
    scored: 12,
    error: 0,
    spent_micros: null,
    unpriced_calls: 6,
    evaluations: [
      { scored: 6, cost_micros: null, unpriced_calls: 6 },
      { scored: 6, cost_micros: 0, unpriced_calls: 0 },
    ],
  });
  expect(new Set((await cells(run_id)).map(({ cost_micros }) => cost_micros))).toEqual(new Set([null, 0]));
});

test("a ceiling without a price stops the run after the first answer, with the reason", async () => {
  const dataset = await createTestDataset(context, 6);
  const judged = await bindTestEval(context, dataset, await createTestTemplate(context, { model: "acme/unpriced" }));
  const before = provider.calls();
  const { run_id } = await start(dataset, [judged], { ceiling_micros: 1_000_000 });
  await advanceToEnd(context, run_id);
  expect(provider.calls() - before).toBe(1);
  const stopped = await detail(run_id);
  expect(stopped).toMatchObject({ status: "stopped", scored: 1, open: 5, spent_micros: null, unpriced_calls: 1 });
  expect(stopped.reason).toMatch(/^The ceiling cannot be enforced: one of the models has no price\./);
});

/** Has the database refuse cells for as long as `work` takes. The condition is on the new row. */
async function refusing(condition: string, raise: string, work: () => Promise<void>) {
  await gateway.db.execute(
    sql.raw(`
    create sequence refusals;
    create function refuse_cell() returns trigger language plpgsql as $$ begin
      if ${condition} then ${raise} end if; return new;
    end $$;
    create trigger refuse_cell before update on eval_run_cells for each row execute function refuse_cell();`),
  );
  try {
    await work();
  } finally {
    await gateway.db.execute(sql`drop function refuse_cell cascade`);
    await gateway.db.execute(sql`drop sequence refusals`);
  }
}

test("a result that the database refuses is an error of its cell only, without a retry", async () => {
  const dataset = await createTestDataset(context, 5);
  say = (text) => JSON.stringify({ explanation: text.includes("Answer 2") ? "poison" : "As it says.", result: "Pass" });
  const judged = await bindTestEval(context, dataset, await createTestTemplate(context, { model: "acme/judge" }));
  const before = provider.calls();
  const { run_id } = await start(dataset, [judged], { at_once: 1 });
  await refusing("new.reason = 'poison'", "raise exception 'value secret-of-a-row is refused';", () =>
    advanceToEnd(context, run_id),
  );
  expect(provider.calls() - before).toBe(5);
  expect(await detail(run_id)).toMatchObject({ status: "completed", scored: 4, error: 1, spent_micros: 100 });
  const [broken] = (await cells(run_id)).filter(({ outcome }) => outcome === "error");
  expect(broken?.reason).toMatch(/^The result could not be stored\. Internal error, reference [0-9a-f]{8}\.$/);
  expect(broken?.cost_micros).toBe(20);
});

test("while the database refuses writes, answers are kept and written later, even by the next step", async () => {
  const dataset = await createTestDataset(context, 5);
  const judged = await bindTestEval(context, dataset, await createTestTemplate(context, { model: "acme/judge" }));
  const before = provider.calls();
  const { run_id } = await start(dataset, [judged], { at_once: 1 });
  const full = "raise exception 'no room' using errcode = '53100';";
  const { organizationId } = context.caller;
  await refusing("nextval('refusals') <= 2", full, async () => {
    await expect(advanceRun(gateway.db, organizationId, run_id, { patienceMs: 0 })).rejects.toThrow();
    // The second refusal passes while it waits.
    await advanceToEnd(context, run_id);
  });
  expect(provider.calls() - before).toBe(5);
  expect(await detail(run_id)).toMatchObject({ status: "completed", scored: 5, error: 0, spent_micros: 100 });
});

test("a run whose results cannot be written fails with the real cause, without repeated requests", async () => {
  const dataset = await createTestDataset(context, 5);
  const judged = await bindTestEval(context, dataset, await createTestTemplate(context, { model: "acme/judge" }));
  const before = provider.calls();
  const { run_id } = await start(dataset, [judged], { at_once: 1 });
  await refusing("true", "raise exception 'value secret-of-a-row is refused';", () => advanceToEnd(context, run_id));
  expect(provider.calls() - before).toBeLessThanOrEqual(5);
  const failed = await detail(run_id);
  expect(failed).toMatchObject({ status: "failed", scored: 0 });
  expect(failed.reason).toMatch(/^It could not continue\. Internal error, reference [0-9a-f]{8}\. 5 cells are left\.$/);
});
