// A chat's body as the options of a call of the AI SDK's models.
import type { LanguageModelV3CallOptions, SharedV3ProviderOptions } from "@ai-sdk/provider";
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import { isRecord } from "@/lib/records";
import type { BedrockSettings, TranslatedSettings } from "../../settings";
import { defined } from "./defined";
import { promptOf } from "./prompt";
import { refused } from "./refused";
import { budgetOf, roomOf, type Thinking, thinkingOf, withoutBudget } from "./thinking";
import { type Schema, toolingOf } from "./tools";

type Kind = (TranslatedSettings | BedrockSettings)["kind"];

/** Anthropic requires a limit; this is used if the client sets none. Thoughts come in addition. */
const ANTHROPIC_MAX_TOKENS = 4096;

/** Throws `invalid_request_error` for options that the providers do not support and that cannot be left out. */
export function callOptionsOf(body: ChatBody, kind: Kind, model: string): LanguageModelV3CallOptions {
  if (typeof body.n === "number" && body.n > 1) throw refused("n", "This provider supports only one choice.");
  const limit = numberIn(body.max_completion_tokens) ?? numberIn(body.max_tokens);
  const thinking = isClaude(kind, model) ? thinkingOf(body, model, limit) : {};
  const { tools, toolChoice, areCallsText } = toolingOf(body, kind);
  return defined({
    prompt: promptOf([...body.messages, ...formatInstructions(body, kind)], kind, areCallsText),
    maxOutputTokens: limit === undefined ? defaultLimit(kind, thinking) : withoutBudget(limit, thinking),
    temperature: numberIn(body.temperature),
    topP: takesTopP(body, kind, model) ? numberIn(body.top_p) : undefined,
    topK: numberIn(body.top_k),
    presencePenalty: numberIn(body.presence_penalty),
    frequencyPenalty: numberIn(body.frequency_penalty),
    seed: numberIn(body.seed),
    stopSequences: stopsIn(body.stop),
    responseFormat: formatOf(body.response_format),
    tools,
    toolChoice,
    providerOptions: providerOptionsOf(body, kind, model, thinking),
  });
}

/** Claude refuses it beside a temperature. At Anthropic the SDK leaves it out. */
const takesTopP = ({ temperature }: ChatBody, kind: Kind, model: string): boolean =>
  kind !== "bedrock" || numberIn(temperature) === undefined || !isClaude(kind, model);

/** Anthropic and Bedrock have no mode for JSON without a schema. */
const formatInstructions = ({ response_format: format }: ChatBody, kind: Kind): ChatBody["messages"] =>
  (kind === "anthropic" || kind === "bedrock") && isRecord(format) && format.type === "json_object"
    ? [{ role: "system", content: "Answer with one JSON object and nothing else." }]
    : [];

const defaultLimit = (kind: Kind, thinking: Thinking): number | undefined =>
  kind === "anthropic" ? ANTHROPIC_MAX_TOKENS + roomOf(thinking) : undefined;

function stopsIn(stop: unknown): string[] | undefined {
  if (typeof stop === "string") return [stop];
  return Array.isArray(stop) ? stop.filter((entry) => typeof entry === "string") : undefined;
}

function formatOf(format: unknown): LanguageModelV3CallOptions["responseFormat"] {
  if (!isRecord(format) || format.type === "text") return undefined;
  if (format.type === "json_object") return { type: "json" };
  const { json_schema: jsonSchema } = format;
  if (format.type !== "json_schema" || !isRecord(jsonSchema) || !isRecord(jsonSchema.schema))
    throw refused("response_format", "Must be text, json_object, or json_schema with its schema.");
  return defined({
    type: "json" as const,
    schema: jsonSchema.schema as Schema, // safe: what is no schema the provider refuses
    name: textIn(jsonSchema.name),
    description: textIn(jsonSchema.description),
  });
}

/** Bedrock's packages take a profile for a Claude, too. */
const isClaude = (kind: Kind, model: string): boolean =>
  kind === "anthropic" || (kind === "bedrock" && /anthropic|:application-inference-profile\//.test(model));

function providerOptionsOf(
  body: ChatBody,
  kind: Kind,
  model: string,
  { thinking, effort }: Thinking,
): SharedV3ProviderOptions | undefined {
  const budget = budgetOf(body);
  switch (kind) {
    case "anthropic": {
      const isOneByOne = body.parallel_tool_calls === false;
      return { anthropic: defined({ thinking, effort, disableParallelToolUse: isOneByOne ? true : undefined }) };
    }
    case "gemini": {
      const thinkingConfig = geminiThinkingOf(body, budget, model);
      return thinkingConfig && { google: { thinkingConfig } };
    }
    case "bedrock":
      return thinking === undefined && effort === undefined
        ? undefined
        : { bedrock: { reasoningConfig: defined({ ...thinking, maxReasoningEffort: effort }) } };
    case "cohere":
      return budget === undefined ? undefined : { cohere: { thinking: { type: "enabled", tokenBudget: budget } } };
  }
}

/** From its third generation on Gemini knows levels. Only the smaller ones of the second can leave thoughts out. */
function geminiThinkingOf({ reasoning_effort: effort }: ChatBody, budget: number | undefined, model: string) {
  if (budget === undefined)
    return effort === "none" && model.includes("gemini-2.5-flash") ? { thinkingBudget: 0 } : undefined;
  const isLevelled = /gemini-([3-9]|\d\d)/.test(model) && typeof effort === "string";
  return {
    includeThoughts: true,
    ...(isLevelled ? { thinkingLevel: effort === "xhigh" ? "high" : effort } : { thinkingBudget: budget }),
  };
}

const numberIn = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
const textIn = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
