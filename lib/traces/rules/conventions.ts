// Where the common conventions put the meaning of a span. The first match counts. Sources: OpenTelemetry's GenAI
// semantic conventions (gen_ai.*, including deprecated forms), OpenInference (llm.*, input.value), OpenLLMetry
// (traceloop.*), traceAI (gen_ai.*), the Vercel AI SDK (ai.*), LangSmith, Langfuse, and the attributes of common SDKs.
export const projectOfResource = ["openinference.project.name", "project.name", "project_name", "service.name"];
export const projectOfSpan = [
  "openinference.project.name",
  "project.name",
  "project_name",
  "langsmith.trace.session_name",
];

export const session = [
  "session.id",
  "gen_ai.conversation.id",
  "langfuse.session.id",
  "traceloop.association.properties.session_id",
  "traceloop.association.properties.sessionId",
  "langsmith.trace.session_id",
  "langsmith.metadata.session_id",
  "langsmith.metadata.thread_id",
  "langsmith.metadata.conversation_id",
  "ai.telemetry.metadata.sessionId",
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
  "gen_ai.retrieval.query.text",
  "traceloop.entity.input",
  "langfuse.observation.input",
  "langfuse.trace.input",
  "ai.prompt.messages",
  "ai.prompt",
  "ai.toolCall.args",
  "ai.value",
  "ai.values",
  "pydantic_ai.all_messages",
];
export const output = [
  "output.value",
  "gen_ai.output.messages",
  "gen_ai.completion",
  "gen_ai.tool.call.result",
  "gen_ai.retrieval.documents",
  "traceloop.entity.output",
  "langfuse.observation.output",
  "langfuse.trace.output",
  "ai.response.object",
  "ai.toolCall.result",
  "final_result",
];
/** Keys whose text is JSON by convention. Any other text stays text, unless a media type declares JSON. */
export const jsonKeys: ReadonlySet<string> = new Set([
  "gen_ai.input.messages",
  "gen_ai.output.messages",
  "gen_ai.prompt",
  "gen_ai.completion",
  "gen_ai.tool.call.arguments",
  "gen_ai.tool.call.result",
  "gen_ai.retrieval.documents",
  "traceloop.entity.input",
  "traceloop.entity.output",
  "ai.prompt.messages",
  "ai.prompt",
  "ai.response.object",
  "ai.response.toolCalls",
  "ai.toolCall.args",
  "ai.toolCall.result",
]);
/** The messages of an agent's whole run, with its answer. */
export const runMessages = "pydantic_ai.all_messages";
/** Keys of one JSON text or a list of them, which may be a string in quotes. */
export const encodedKeys: ReadonlySet<string> = new Set(["ai.value", "ai.values"]);
/** Keys whose text is JSON if the application passed an object: here only chat messages count as JSON. */
export const messageKeys: ReadonlySet<string> = new Set([
  "langfuse.observation.input",
  "langfuse.observation.output",
  "langfuse.trace.input",
  "langfuse.trace.output",
]);
/** Rules of the system that stand beside the input's messages. */
export const systemInstructions = "gen_ai.system_instructions";
/** The AI SDK's answer, in three parts. */
export const answerParts = {
  text: "ai.response.text",
  reasoning: "ai.response.reasoning",
  calls: "ai.response.toolCalls",
};
/** OpenInference's media types; each belongs to the key beside it. */
export const mediaTypes: Readonly<Record<string, string>> = {
  "input.value": "input.mime_type",
  "output.value": "output.mime_type",
};

/** Messages that were flattened into numbered keys. */
export const inputLists = [
  "llm.input_messages",
  "gen_ai.input.messages",
  "gen_ai.prompt",
  "llm.prompts",
  "retrieval.query",
];
export const outputLists = [
  "llm.output_messages",
  "gen_ai.output.messages",
  "gen_ai.completion",
  "llm.completions",
  "retrieval.documents",
];
/** traceAI's lists. The text that it writes beside them is only a part of them. */
export const wholeLists = ["gen_ai.input.messages", "gen_ai.output.messages"];

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

/** Langfuse keeps failures in attributes; OpenTelemetry's own status stays unset. */
export const level = "langfuse.observation.level";
export const statusMessage = "langfuse.observation.status_message";

export const model = [
  "gen_ai.response.model",
  "gen_ai.request.model",
  "llm.model_name",
  "embedding.model_name",
  "reranker.model_name",
  "langfuse.observation.model.name",
  "ai.response.model",
  "ai.model.id",
];
/** JSON of what a call asked for: all that names the model of a failed call, or of a stream. */
export const callParameters = ["llm.invocation_parameters", "gen_ai.request.parameters"];
export const provider = ["gen_ai.provider.name", "gen_ai.system", "llm.provider", "llm.system", "ai.model.provider"];
