import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaller, createOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { startTestProvider } from "../runs/testing";
import { protectText } from "./protect";

let gateway: Awaited<ReturnType<typeof startTestGateway>>;
let provider: Awaited<ReturnType<typeof startTestProvider>>;
let context: Context;
let verdict: unknown;
beforeAll(async () => {
  gateway = await startTestGateway();
  const answer = () => JSON.stringify({ explanation: "As it says.", result: verdict });
  provider = await startTestProvider({ answer, isDefaultJudge: true });
  context = await createCaller(gateway.db, await createOrganization(gateway.db));
});
afterAll(async () => {
  provider.stop();
  await gateway.close();
});

const protect = (number: string, ...texts: string[]) =>
  protectText(context, {
    inputs: texts.map((input) => ({ input })),
    config: { [number]: { call_type: "protect" } },
  });

// The numbers of the metrics of Protect, and of the older clients' metrics.
test.each([
  ["4", "content_moderation", "Fail", "Failed", true],
  ["15", "toxicity", "Pass", "Passed", false],
  ["17", "sexist", "Fail", "Failed", true],
  ["18", "prompt_injection", "Fail", "Failed", true],
  ["22", "data_privacy_compliance", "Pass", "Passed", false],
  ["69", "bias_detection", "Pass", "Passed", false],
  ["76", "protect_flash", "Fail", "Failed", true],
])("evaluation number %s is %s", async (number, name, result, output, failure) => {
  verdict = result;
  expect(await protect(number, "Some text")).toEqual([
    { evaluations: [expect.objectContaining({ name, output, data: [output], failure, reason: "As it says." })] },
  ]);
});

test("a tone returns its label, without a failure", async () => {
  verdict = ["anger"];
  expect(await protect("16", "Some text")).toMatchObject([
    { evaluations: [{ name: "tone", output: "anger", data: ["anger"], failure: null }] },
  ]);
});

test("each text gets its own evaluation, in order", async () => {
  verdict = "Pass";
  expect(await protect("15", "one", "two")).toHaveLength(2);
});

test.each([
  ["another number", { "99": {} }, "config.99"],
  ["a name of every object", { constructor: {} }, "config.constructor"],
  ["none", {}, "config"],
])("a config with %s is refused", async (_, config, field) => {
  const refused = protectText(context, {
    inputs: [{ input: "x" }],
    config: config as Record<string, Record<string, unknown>>,
  });
  await expect(refused).rejects.toMatchObject({ detail: { fields: { [field]: [expect.any(String)] } } });
});
