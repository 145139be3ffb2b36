// Where the common conventions put the meaning of a span. The first match counts. Sources: OpenTelemetry's GenAI
// semantic conventions (gen_ai.*, including deprecated forms), OpenInference (llm.*, input.value), OpenLLMetry
// (traceloop.*) and the attributes of common SDKs.
import type { ObservationType } from "@/lib/contracts/shapes";

export const projectOfResource = ["openinference.project.name", "project.name", "project_name", "service.name"];
export const projectOfSpan = ["openinference.project.name", "project.name", "project_name"];

export const session = [
  "session.id",
  "gen_ai.conversation.id",
  "langfuse.session.id",
  "traceloop.association.properties.session_id",
];

/** Of spans first, then of their resource. */
export const user = [
  "user.id",
  "enduser.id",
  "langfuse.user.id",
  "traceloop.association.properties.user_id",
  "traceloop.association.properties.userId",
  "langsmith.metadata.user_id",
  "ai.telemetry.metadata.userId",
];
export const environment = [
  "langfuse.environment",
  "deployment.environment.name",
  "deployment.environment",
  "traceloop.association.properties.environment",
  "langsmith.metadata.environment",
];
/** Lists, JSON texts of lists, or texts with commas. */
export const tags = [
  "tag.tags",
  "langfuse.trace.tags",
  "langsmith.span.tags",
  "traceloop.association.properties.tags",
  "ai.telemetry.metadata.tags",
];

/** Attributes that contain the whole input under one key. */
export const input = [
  "input.value",
  "gen_ai.input.messages",
  "gen_ai.prompt",
  "gen_ai.tool.call.arguments",
  "traceloop.entity.input",
  "langfuse.observation.input",
  "langfuse.trace.input",
  "ai.prompt.messages",
  "ai.prompt",
  "ai.toolCall.args",
];
export const output = [
  "output.value",
  "gen_ai.output.messages",
  "gen_ai.completion",
  "gen_ai.tool.call.result",
  "traceloop.entity.output",
  "langfuse.observation.output",
  "langfuse.trace.output",
  "ai.response.text",
  "ai.response.object",
  "ai.response.toolCalls",
  "ai.toolCall.result",
];
/** Keys whose text is JSON by convention. Any other text stays text, unless a media type declares JSON. */
export const jsonKeys: ReadonlySet<string> = new Set([
  "gen_ai.input.messages",
  "gen_ai.output.messages",
  "gen_ai.prompt",
  "gen_ai.completion",
  "gen_ai.tool.call.arguments",
  "traceloop.entity.input",
  "traceloop.entity.output",
  "ai.prompt.messages",
  "ai.prompt",
  "ai.response.object",
  "ai.response.toolCalls",
  "ai.toolCall.args",
  "ai.toolCall.result",
]);
/** OpenInference's media types; each belongs to the key beside it. */
export const mediaTypes: Readonly<Record<string, string>> = {
  "input.value": "input.mime_type",
  "output.value": "output.mime_type",
};

/** Messages that were flattened into numbered keys. */
export const inputLists = ["llm.input_messages", "gen_ai.prompt", "llm.prompts", "retrieval.query"];
export const outputLists = ["llm.output_messages", "gen_ai.completion", "llm.completions", "retrieval.documents"];

/** Events that carry content: one of their attributes, or all attributes as a message. */
export const inputEvents: Record<string, string | null> = {
  "gen_ai.client.inference.operation.details": "gen_ai.input.messages",
  "gen_ai.content.prompt": "gen_ai.prompt",
  "gen_ai.system.message": null,
  "gen_ai.user.message": null,
  "gen_ai.assistant.message": null,
  "gen_ai.tool.message": null,
};
export const outputEvents: Record<string, string | null> = {
  "gen_ai.client.inference.operation.details": "gen_ai.output.messages",
  "gen_ai.content.completion": "gen_ai.completion",
  "gen_ai.choice": null,
};

export const model = [
  "gen_ai.response.model",
  "gen_ai.request.model",
  "llm.model_name",
  "embedding.model_name",
  "reranker.model_name",
  "langfuse.observation.model.name",
  "ai.model.id",
];
export const provider = ["gen_ai.provider.name", "gen_ai.system", "llm.provider", "llm.system", "ai.model.provider"];
export const promptTokens = [
  "gen_ai.usage.input_tokens",
  "gen_ai.usage.prompt_tokens",
  "llm.token_count.prompt",
  "llm.usage.prompt_tokens",
  "ai.usage.inputTokens",
  "ai.usage.promptTokens",
];
export const completionTokens = [
  "gen_ai.usage.output_tokens",
  "gen_ai.usage.completion_tokens",
  "llm.token_count.completion",
  "llm.usage.completion_tokens",
  "ai.usage.outputTokens",
  "ai.usage.completionTokens",
];
export const totalTokens = [
  "gen_ai.usage.total_tokens",
  "llm.token_count.total",
  "llm.usage.total_tokens",
  "ai.usage.totalTokens",
];
/** In US dollars, as computed by the application. */
export const cost = ["gen_ai.usage.cost", "gen_ai.cost.total_cost", "llm.cost.total", "llm.usage.cost"];

export const kindKeys = [
  "openinference.span.kind",
  "gen_ai.operation.name",
  "traceloop.span.kind",
  "langfuse.observation.type",
  "llm.request.type",
];
export const kinds: Record<string, ObservationType> = {
  llm: "llm",
  chat: "llm",
  completion: "llm",
  text_completion: "llm",
  generate_content: "llm",
  generation: "llm",
  embedding: "embedding",
  embeddings: "embedding",
  retriever: "retriever",
  retrieval: "retriever",
  reranker: "reranker",
  rerank: "reranker",
  tool: "tool",
  execute_tool: "tool",
  agent: "agent",
  create_agent: "agent",
  invoke_agent: "agent",
  chain: "chain",
  workflow: "chain",
  invoke_workflow: "chain",
  task: "chain",
  guardrail: "guardrail",
  evaluator: "evaluator",
};
