// Kinds, names of providers and sessions of the SDKs that have conventions of their own.
import { describe, expect, test } from "vitest";
import type { Attributes } from "./attributes";
import { projectName, readMeaning, sessionName } from "./span-meaning";

describe("kinds", () => {
  test.each<[Attributes, string]>([
    [{ "ai.operationId": "ai.generateText", "ai.model.id": "m" }, "chain"],
    [{ "ai.operationId": "ai.streamText.doStream", "ai.model.id": "m" }, "llm"],
    [{ "ai.operationId": "ai.embedMany.doEmbed", "ai.model.id": "m" }, "embedding"],
    [{ "ai.operationId": "ai.toolCall" }, "tool"],
    [{ "langsmith.span.kind": "retriever" }, "retriever"],
    [{ "langsmith.span.kind": "prompt" }, "chain"],
    [{ "langsmith.span.kind": "retriever", "gen_ai.operation.name": "embeddings" }, "retriever"],
    [{ "langsmith.span.kind": "llm", "gen_ai.operation.name": "chat" }, "llm"],
    [{ "gen_ai.span.kind": "LLM" }, "llm"],
    [{ "gen_ai.span.kind": "AGENT", "gen_ai.operation.name": "chat" }, "agent"],
    [{ "gen_ai.span.kind": "CONVERSATION", "gen_ai.operation.name": "chat" }, "llm"],
    [{ "langfuse.observation.type": "generation" }, "llm"],
    [{ "langfuse.observation.type": "span" }, "unknown"],
    [{ "langfuse.observation.type": "guardrail" }, "guardrail"],
    [{ "gen_ai.operation.name": "invoke_workflow" }, "chain"],
    // The AI SDK 7: an agent, its steps, and the call of a model in each.
    [{ "gen_ai.operation.name": "invoke_agent", "gen_ai.request.model": "m" }, "agent"],
    [{ "gen_ai.operation.name": "agent_step" }, "chain"],
    [{ "gen_ai.operation.name": "constructor", "gen_ai.request.model": "m" }, "llm"],
  ])("%o is %s", (attributes, kind) => expect(readMeaning(attributes, []).observationType).toBe(kind));
});

test.each<[Attributes, string | null]>([
  [{ "ai.model.provider": "openai.chat" }, "openai"],
  [{ "ai.model.provider": "openai.chat", "gen_ai.system": "openai.chat" }, "openai"],
  [{ "gen_ai.provider.name": "gcp.vertex_ai" }, "gcp.vertex_ai"],
  [{ "ai.model.provider": "amazon-bedrock" }, "amazon-bedrock"],
  [{}, null],
])("%o names the provider %s", (attributes, provider) => expect(readMeaning(attributes, []).provider).toBe(provider));

test.each<[string, Attributes, string | null]>([
  ["the answer's", { "gen_ai.response.model": "a", "llm.invocation_parameters": '{"model":"b"}' }, "a"],
  ["a failed call's in OpenInference", { "llm.invocation_parameters": '{"model":" b ","stop":null}' }, "b"],
  ["a stream's in traceAI", { "gen_ai.request.parameters": '{"model":"b"}' }, "b"],
  ["parameters as values", { "gen_ai.request.parameters": { model: "b" } }, "b"],
  ["parameters without a model", { "gen_ai.request.parameters": '{"stream":true}' }, null],
  ["parameters with an odd model", { "llm.invocation_parameters": '{"model":{"id":1}}' }, null],
  ["parameters that are none", { "llm.invocation_parameters": "{model" }, null],
])("model: %s", (_, attributes, model) => expect(readMeaning(attributes, []).model).toBe(model));

test.each<[Attributes, string]>([
  [{ "langsmith.metadata.thread_id": "t-1" }, "t-1"],
  [{ "langsmith.trace.session_id": "s-1" }, "s-1"],
  [{ "ai.telemetry.metadata.sessionId": "v-1" }, "v-1"],
  [{ "traceloop.association.properties.sessionId": "a-1" }, "a-1"],
])("%o names the session %s", (attributes, session) => expect(sessionName({}, attributes)).toBe(session));

test("LangSmith's session name becomes the project name", () =>
  expect(projectName({ "service.name": "shop" }, { "langsmith.trace.session_name": "bot" })).toBe("bot"));
