import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import * as contracts from "@/lib/contracts/simulation/agents";
import { tryAgentVersion as contract } from "@/lib/contracts/simulation/tries";
import type { Outgoing, ProviderReply } from "@/lib/gateway/providers/provider";
import { createTestAgent } from "../scenarios/testing";
import { createAgentDefinition } from "./agents";
import { standingOf } from "./loaders";
import { tryAgentVersion } from "./try";

const database = suiteDatabase();
let context: Context;
let other: Context;
beforeAll(async () => {
  vi.stubEnv("AUTH_SECRET", "a secret for tests, long enough to be one");
  context = await createCaller(database.db, await createOrganization(database.db));
  other = await createCaller(database.db, await createOrganization(database.db));
});
afterAll(() => vi.unstubAllEnvs());

const question = { role: "user", content: "Where is my parcel 4711?" };
const bodyOf = (agent_id: string, version_id: string, messages: object[], more: object = {}) => ({
  agent_id,
  version_id,
  ...contract.body.parse({ messages, ...more }),
});
const hook = {
  agent_name: "Hook",
  agent_type: "text",
  target: { type: "webhook", url: "https://agent.example.com/t" },
};

test("a trial sends a signed webhook with the whole conversation and reports answer and duration", async () => {
  const { agent, webhook_secret = "" } = await createAgentDefinition(
    context,
    contracts.createAgentDefinition.body.parse(hook),
  );
  const sent: Outgoing[] = [];
  const answer = (body: object, status = 200) => {
    return async (request: Outgoing): Promise<ProviderReply> => {
      sent.push(request);
      return { status, headers: {}, body: JSON.stringify(body) };
    };
  };
  const call = { id: "c1", type: "function", function: { name: "track", arguments: '{"parcel":4711}' } };
  const first = await tryAgentVersion(
    context,
    bodyOf(agent.id, agent.latest_version_id, [question]),
    answer({
      messages: [
        { role: "assistant", tool_calls: [call] },
        { role: "tool", tool_call_id: "c1", content: "depot" },
        { role: "assistant", content: "At the depot." },
      ],
      usage: { prompt_tokens: 12, completion_tokens: 3 },
    }),
  );
  expect(first).toMatchObject({
    messages: [
      { tool_calls: [call] },
      { role: "tool", content: "depot" },
      { role: "assistant", content: "At the depot." },
    ],
    ...{ fault: null, ended: false, input_tokens: 12, output_tokens: 3, latency_ms: expect.any(Number) },
  });
  const { conversation_id } = first;
  const messages = [question, ...first.messages, { role: "user", content: "And when does it come?" }];
  const again = bodyOf(agent.id, agent.latest_version_id, messages, { conversationId: conversation_id });
  const failed = await tryAgentVersion(context, again, answer({ detail: "broken" }, 500));
  expect(failed).toMatchObject({
    ...{ conversation_id, messages: [], latency_ms: expect.any(Number) },
    fault: { side: "agent", kind: "http_error", evidence: { turn: 3, text: expect.stringContaining("broken") } },
  });
  const [, request] = sent;
  const body = String(request?.body);
  expect(JSON.parse(body)).toMatchObject({ execution_id: null, call_id: conversation_id, turn: 3 });
  expect(
    JSON.parse(body)
      .messages.map(({ role }: { role: string }) => role)
      .join(" "),
  ).toBe("user assistant tool assistant user");
  const headers: Record<string, string> = request?.headers ?? {};
  const key = Buffer.from(webhook_secret.replace("whsec_", ""), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
  expect(request).toMatchObject({ isGuarded: true });
});

test("a trial is refused without a reachable agent, a message or a known version", async () => {
  const never = () => Promise.reject(new Error("nobody is asked"));
  const versionOf = async (change: Parameters<typeof createTestAgent>[1]) => {
    const id = await createTestAgent(context, change);
    return { id, version: (await standingOf(database.db, { id })).active.id };
  };
  const target = { type: "webhook" as const, url: "https://agent.example.com/t", timeout_seconds: 5 };
  const [own, client, voice, inside] = await Promise.all([
    versionOf({ target }),
    versionOf({ target: { type: "client" } }),
    versionOf({ agent_type: "voice", target: null }),
    versionOf({ target: { ...target, url: "http://10.0.0.1/t" } }),
  ]);
  const refusal = (input: ReturnType<typeof bodyOf>, by = context) =>
    tryAgentVersion(by, input, never).then(
      () => null,
      (error: unknown) => error,
    );
  const invalid = (message: RegExp) => ({ kind: "invalid", message: expect.stringMatching(message) });
  expect(await refusal(bodyOf(client.id, client.version, [question]))).toMatchObject(invalid(/A client drives/));
  expect(await refusal(bodyOf(voice.id, voice.version, [question]))).toMatchObject(invalid(/voice agent/));
  const answered = [question, { role: "assistant", content: "Here." }];
  expect(await refusal(bodyOf(own.id, own.version, answered))).toMatchObject({
    detail: { fields: { "messages.1.role": expect.anything() } },
  });
  expect(await refusal(bodyOf(own.id, own.version, [{ ...question, content: " " }]))).toMatchObject({
    detail: { fields: { "messages.0.content": expect.anything() } },
  });
  expect(contract.body.safeParse({ messages: [] }).success).toBe(false);
  expect(contract.body.safeParse({ messages: Array(101).fill(question) }).success).toBe(false);
  expect(await refusal(bodyOf(own.id, own.version, [question]), other)).toMatchObject({ kind: "notFound" });
  expect(await refusal(bodyOf(own.id, client.version, [question]))).toMatchObject({ kind: "notFound" });
  // What a version was allowed to hold once is not reached now.
  expect(await tryAgentVersion(context, bodyOf(inside.id, inside.version, [question]), never)).toMatchObject({
    fault: { side: "provider", kind: "not_configured", message: expect.stringContaining("private") },
  });
});
