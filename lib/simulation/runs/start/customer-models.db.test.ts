// A run whose customers a model plays begins only if the gateway can call that model.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createCaller, createOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { overWeb } from "@/lib/exchange/testing";
import { GatewayFailure } from "@/lib/gateway/errors";
import { liveParts } from "@/lib/gateway/live";
import * as administration from "@/lib/gateway-admin/operations";
import { rebuildProjection } from "@/lib/gateway-admin/projection";
import { adminRequest, startTestGateway } from "@/lib/gateway-admin/testing";
import type { NewRow } from "../../testing";
import { listRunTestExecutions } from "../executions/executions";
import { askingRow, callsIn, createRunTestOf, executionOf, startRun } from "../testing";
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

const free = askingRow({ script: "" });
const runOf = async (settings: object, row: NewRow = free) => (await createRunTestOf(context, [row], { settings })).run;
const configure = async (config: object) => {
  const path = `/-/orgs/${context.caller.organizationId}/config`;
  expect((await createOrganizationConfig(adminRequest("POST", path, config))).status).toBe(200);
};
const modelsOf = async (executionId: string) => {
  const { pinned } = await executionOf(context, executionId);
  return Object.values(pinned.scenarios).map(({ simulator }) => simulator.model);
};

test.each([
  ["named in the settings", { simulator_model: "acme/customer" }, "acme/customer"],
  ["of the simulator agents", {}, "gpt-4"],
])("a model %s that the gateway does not have is a 400, and nothing begins", async (_, settings, model) => {
  const run = await runOf(settings);
  const refused = {
    kind: "invalid",
    message: expect.stringContaining(
      `settings.simulator_model: The simulated customer's model "${model}" cannot be called: The model '${model}' is not`,
    ),
  };
  await expect(startRun(context, run.id)).rejects.toMatchObject(refused);
  await expect(startChatExecution(context, { run_test_id: run.id })).rejects.toMatchObject(refused);
});

test.each([
  ["a model of the gateway", { simulator_model: "sandbox/echo" }, free],
  ["rules", { simulator_model: "scripted" }, free],
  ["a script without free turns", {}, askingRow()],
])("%s needs no other model", async (_, settings, row) => {
  const { execution_id } = await startRun(context, (await runOf(settings, row)).id);
  expect(await callsIn(context, execution_id)).toHaveLength(1);
});

test("if nobody chose a model, the one that writes scenarios plays", async () => {
  await configure({ model_map: { turing_large: "sandbox/chat" } });
  const { execution_id } = await startRun(context, (await runOf({})).id);
  expect(await modelsOf(execution_id)).toEqual(["turing_large"]);
  await configure({ model_map: { turing_large: "sandbox/chat", "gpt-4": "sandbox/echo" } });
  expect(await modelsOf((await startRun(context, (await runOf({})).id)).execution_id)).toEqual(["gpt-4"]);
});

test("while the gateway's settings cannot be read, no run is pinned to a model that nobody chose", async () => {
  const [usual, named] = [await runOf({}), await runOf({ simulator_model: "acme/customer" })];
  const outage = new GatewayFailure("service_unavailable", "The gateway's store cannot be reached.");
  const find = vi.spyOn(liveParts().directory, "find").mockRejectedValue(outage);
  try {
    await expect(startRun(context, usual.id)).rejects.toMatchObject({
      kind: "unavailable",
      message: "The gateway's settings cannot be read. Try again in a minute.",
    });
    const { execution_id } = await startRun(context, named.id);
    expect(await callsIn(context, execution_id)).toHaveLength(1);
    const chosen = await startRun(context, (await runOf({ simulator_model: "gpt-4" })).id);
    expect(await callsIn(context, chosen.execution_id)).toHaveLength(1);
  } finally {
    find.mockRestore();
  }
  const { results } = await listRunTestExecutions(context, { run_test_id: usual.id, page: 1 });
  expect(results).toEqual([]);
});
