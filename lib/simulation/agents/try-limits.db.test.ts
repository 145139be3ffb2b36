// The time limit of agents that are models of the gateway, with a model that never answers.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaller, createOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { tryAgentVersion as contract } from "@/lib/contracts/simulation/tries";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { createTestAgent } from "../scenarios/testing";
import { standingOf } from "./loaders";
import { tryAgentVersion } from "./try";

let gateway: Awaited<ReturnType<typeof startTestGateway>>;
let context: Context;
beforeAll(async () => {
  gateway = await startTestGateway();
  context = await createCaller(gateway.db, await createOrganization(gateway.db));
});
afterAll(() => gateway.close());

test.each([
  { type: "description", model: "sandbox/hang", timeout_seconds: 1 },
  { type: "chat_completions", url: null, model: "sandbox/hang", timeout_seconds: 1 },
] as const)("a model that plays an agent has the agent's time: $type", async (target) => {
  const agent_id = await createTestAgent(context, { target });
  const version_id = (await standingOf(gateway.db, { id: agent_id })).active.id;
  const body = contract.body.parse({ messages: [{ role: "user", content: "Where is my parcel 4711?" }] });
  const tried = await tryAgentVersion(context, { agent_id, version_id, ...body });
  expect(tried.fault).toMatchObject({ side: "provider", kind: "timeout" });
  expect(tried.latency_ms).toBeLessThan(5_000);
});
