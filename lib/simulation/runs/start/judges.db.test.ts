// A run with evaluations that a judge makes begins only if the gateway can call the judge.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createCaller, createOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { createCompositeTemplate as compositeTemplate } from "@/lib/contracts/evaluation/templates/composites";
import { NOT_CONFIGURED } from "@/lib/evaluation/judge/judge";
import { createCompositeTemplate } from "@/lib/evaluation/templates/composites";
import { createTestTemplate } from "@/lib/evaluation/testing";
import { overWeb } from "@/lib/exchange/testing";
import { GatewayFailure } from "@/lib/gateway/errors";
import { liveParts } from "@/lib/gateway/live";
import * as administration from "@/lib/gateway-admin/operations";
import { rebuildProjection } from "@/lib/gateway-admin/projection";
import { adminRequest, startTestGateway } from "@/lib/gateway-admin/testing";
import { listRunTestExecutions } from "../executions/executions";
import { updateEvalConfig } from "../run-tests/eval-configs";
import { getRunTest } from "../run-tests/run-tests";
import {
  askingRow,
  callsIn,
  createCodeTemplate,
  createRunTestOf,
  evaluationOf,
  meansOf,
  playRun,
  polite,
  startRun,
} from "../testing";
import { forkCall } from "./fork-call";
import { rerunCalls, rerunTestExecutions, runNewEvals } from "./rerun";
import { startChatExecution } from "./start";

const { createOrganizationConfig } = overWeb(administration);
let world: Awaited<ReturnType<typeof startTestGateway>>;
let context: Context;
beforeAll(async () => {
  world = await startTestGateway();
  await rebuildProjection();
});
afterAll(() => world.close());
beforeEach(async () => {
  context = await createCaller(world.db, await createOrganization(world.db));
});

const configure = async (config: object) => {
  const path = `/-/orgs/${context.caller.organizationId}/config`;
  expect((await createOrganizationConfig(adminRequest("POST", path, config))).status).toBe(200);
};
const judgedBy = (model: string | null) =>
  createTestTemplate(context, { model, instructions: "Is {{text}} polite?", required_keys: ["text"] });
const runOf = async (...evaluations: ReturnType<typeof evaluationOf>[]) =>
  (await createRunTestOf(context, [askingRow()], { evaluations_config: evaluations })).run;
const refusedFor = (name: string, why: string) => ({
  kind: "invalid",
  message: `evaluations_config: The judge of the evaluation "${name}" cannot be called: ${why}`,
});
const executionsOf = async (run_test_id: string) =>
  (await listRunTestExecutions(context, { run_test_id, page: 1 })).results;

test.each([["turing_large"], ["turing_flash"], [null]])(
  "an evaluation whose template is judged by %s, which means no model here, is a 400, and nothing begins",
  async (model) => {
    const run = await runOf(
      evaluationOf(await createCodeTemplate(context, "1"), "Depot"),
      evaluationOf(await judgedBy(model), "Polite"),
    );
    await expect(startRun(context, run.id)).rejects.toMatchObject(refusedFor("Polite", NOT_CONFIGURED));
    await expect(startChatExecution(context, { run_test_id: run.id })).rejects.toMatchObject(
      refusedFor("Polite", NOT_CONFIGURED),
    );
    expect(await executionsOf(run.id)).toEqual([]);
  },
);

test("a named judge that the gateway does not have is a 400 with the gateway's reason; an unnamed evaluation has its template's name", async () => {
  const template = await judgedBy("turing_large");
  const named = evaluationOf(template, "Polite", "transcript", { model: "acme/judge" });
  const missing = /The judge of the evaluation "Polite" cannot be called: The model 'acme\/judge' is not/;
  await expect(startRun(context, (await runOf(named)).id)).rejects.toMatchObject({
    kind: "invalid",
    message: expect.stringMatching(missing),
  });
  const unnamed = evaluationOf(await createTestTemplate(context, { model: null, required_keys: [] }, "kind"), "x");
  const { name: _name, ...plain } = unnamed;
  const { run } = await createRunTestOf(context, [askingRow()], { evaluations_config: [plain] });
  await expect(startRun(context, run.id)).rejects.toMatchObject(refusedFor("kind", NOT_CONFIGURED));
});

test.each<[string, () => Promise<ReturnType<typeof evaluationOf>>]>([
  ["a model of the run", async () => evaluationOf(await judgedBy(null), "A", "transcript", { model: "sandbox/judge" })],
  ["a model of the template", async () => evaluationOf(await judgedBy("sandbox/judge"), "A")],
  ["code", async () => evaluationOf(await createCodeTemplate(context, "1"), "A")],
])("an evaluation by %s needs no other judge", async (_, evaluation) => {
  const { execution_id } = await startRun(context, (await runOf(await evaluation())).id);
  expect(await callsIn(context, execution_id)).toHaveLength(1);
});

test("a model map names the judge, and a part of a composite needs one as well", async () => {
  const { id: composite } = await createCompositeTemplate(
    context,
    compositeTemplate.body.parse({
      name: "whole",
      child_template_ids: [await createCodeTemplate(context, "1"), await judgedBy("turing_small")],
    }),
  );
  const run = await runOf(evaluationOf(composite, "Whole"));
  await expect(startRun(context, run.id)).rejects.toMatchObject(refusedFor("Whole", NOT_CONFIGURED));
  await configure({ model_map: { turing_large: "sandbox/judge" } });
  expect(await startRun(context, run.id)).toMatchObject({ total_calls: 1 });
});

test("calls are not played or evaluated again without a judge; what the request would change stays as it was", async () => {
  await configure({ model_map: { turing_large: "sandbox/judge" } });
  const run = await runOf(evaluationOf(await judgedBy(null), "Polite"));
  const { execution_id: test_execution_id } = await startRun(context, run.id);
  await playRun(context, test_execution_id, meansOf(polite));
  await configure({});
  const refused = refusedFor("Polite", NOT_CONFIGURED);
  const all = { test_execution_id, call_execution_ids: [], select_all: true, only_failed: false };
  const [call] = await callsIn(context, test_execution_id);
  const [evaluation] = (await getRunTest(context, { run_test_id: run.id })).evals;
  const own = { run_test_id: run.id, test_execution_ids: [test_execution_id], select_all: false };
  const changed = { run_test_id: run.id, eval_config_id: evaluation?.id ?? "", name: "Kind" };
  for (const request of [
    () => rerunCalls(context, { ...all, rerun_type: "eval_only" }),
    () => rerunTestExecutions(context, { ...own, rerun_type: "eval_only", only_failed: false }),
    () => runNewEvals(context, { ...own, eval_config_ids: [evaluation?.id ?? ""] }),
    () => forkCall(context, { call_execution_id: call?.id ?? "", turn: 0, repeats: 1 }),
  ])
    await expect(request()).rejects.toMatchObject(refused);
  await expect(rerunCalls(context, { ...all, rerun_type: "call_and_eval" })).rejects.toMatchObject({
    message: expect.stringMatching(
      /^evaluations_config: The judge of .* evaluate the calls again before you play them/,
    ),
  });
  await expect(updateEvalConfig(context, { ...changed, run: true, test_execution_id })).rejects.toMatchObject(
    refusedFor("Kind", NOT_CONFIGURED),
  );
  expect((await getRunTest(context, { run_test_id: run.id })).evals[0]?.name).toBe("Polite");
  expect(await callsIn(context, test_execution_id)).toMatchObject([{ status: "completed" }]);
  expect(await executionsOf(run.id)).toHaveLength(1);

  await updateEvalConfig(context, { ...changed, model: "sandbox/judge", run: true, test_execution_id });
  await playRun(context, test_execution_id, meansOf(polite));
  expect(await rerunCalls(context, { ...all, rerun_type: "call_and_eval" })).toMatchObject({ success_count: 1 });
});

test("while the gateway's settings cannot be read, a run whose judge nobody chose does not begin", async () => {
  const usual = await runOf(evaluationOf(await judgedBy(null), "Polite"));
  const named = await runOf(evaluationOf(await judgedBy(null), "Polite", "transcript", { model: "acme/judge" }));
  const code = await runOf(evaluationOf(await createCodeTemplate(context, "1"), "Depot"));
  const outage = new GatewayFailure("service_unavailable", "The gateway's store cannot be reached.");
  const find = vi.spyOn(liveParts().directory, "find").mockRejectedValue(outage);
  try {
    await expect(startRun(context, usual.id)).rejects.toMatchObject({
      kind: "unavailable",
      message: "The gateway's settings cannot be read. Try again in a minute.",
    });
    for (const run of [named, code])
      expect(await callsIn(context, (await startRun(context, run.id)).execution_id)).toHaveLength(1);
  } finally {
    find.mockRestore();
  }
});
