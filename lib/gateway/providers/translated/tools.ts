// The tools of a chat, and which of them a model may call. Anthropic and Bedrock refuse earlier calls where no tools are.
import type { LanguageModelV3FunctionTool, LanguageModelV3ToolChoice } from "@ai-sdk/provider";
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import { isRecord, recordIn, recordsIn, textIn } from "@/lib/records";
import { defined } from "./defined";
import { refused } from "./refused";

type Message = ChatBody["messages"][number];
export type Schema = LanguageModelV3FunctionTool["inputSchema"];

export interface Tooling {
  tools?: LanguageModelV3FunctionTool[] | undefined;
  toolChoice?: LanguageModelV3ToolChoice | undefined;
  /** Whether earlier calls and their results are sent as text. */
  areCallsText?: boolean;
}

/** Throws `invalid_request_error` for tools and choices that are none. */
export function toolingOf(body: ChatBody, kind: string): Tooling {
  const tools = toolsIn(body.tools);
  const toolChoice = choiceOf(body.tool_choice);
  const { messages } = body;
  if (!isWithoutTools(body) || !messages.some(hasCalls)) return { tools, toolChoice };
  if (kind === "bedrock") return { areCallsText: true };
  // A choice of none would take the tools away; `withoutChoice` adds it to what is sent.
  if (kind === "anthropic") return { tools: tools ?? toolsOf(messages), toolChoice: { type: "auto" } };
  return { tools, toolChoice };
}

/** Whether `withoutChoice` has to forbid the calls of tools that are sent. */
export const forbidsCalls = (body: ChatBody, kind: string): boolean =>
  kind === "anthropic" && isWithoutTools(body) && (body.tool_choice === "none" || body.messages.some(hasCalls));

/** What is sent to Anthropic, with a choice of none, or of the SDK's own tool for JSON: only that makes the SDK force a tool. */
export function withoutChoice(text: string): string {
  const sent = recordIn(JSON.parse(text));
  const choice = recordIn(sent.tool_choice);
  if (choice.type === "auto") return JSON.stringify({ ...sent, tool_choice: { type: "none" } });
  if (choice.type !== "any") return text;
  return JSON.stringify({ ...sent, tool_choice: { ...choice, type: "tool", name: "json" } });
}

const isWithoutTools = ({ tools, tool_choice: choice }: ChatBody): boolean =>
  choice === "none" || !Array.isArray(tools) || tools.length === 0;

const hasCalls = ({ role, tool_calls: calls }: Message): boolean =>
  role === "tool" || (role === "assistant" && recordsIn(calls).length > 0);

const namesIn = ({ role, tool_calls: calls }: Message): string[] =>
  (role === "assistant" ? recordsIn(calls) : []).map((call) => textIn(recordIn(call.function).name));

/** Definitions of the tools that were called. */
const toolsOf = (messages: readonly Message[]): LanguageModelV3FunctionTool[] | undefined => {
  const names = new Set(messages.flatMap(namesIn));
  const tools = [...names].map((name) => ({ type: "function" as const, name, inputSchema: ANY_OBJECT }));
  return tools.length === 0 ? undefined : tools;
};

const ANY_OBJECT: Schema = { type: "object", properties: {} };

function toolsIn(tools: unknown): LanguageModelV3FunctionTool[] | undefined {
  if (!Array.isArray(tools) || tools.length === 0) return undefined;
  return tools.map((tool, index) => {
    const definition = isRecord(tool) && tool.type === "function" ? tool.function : undefined;
    if (!isRecord(definition) || typeof definition.name !== "string")
      throw refused(`tools[${index}]`, "Must be a function with a name.");
    return {
      type: "function",
      name: definition.name,
      // Safe because a provider refuses what is no schema.
      inputSchema: isRecord(definition.parameters) ? (definition.parameters as Schema) : ANY_OBJECT,
      ...defined({
        description: typeof definition.description === "string" ? definition.description : undefined,
        strict: definition.strict === true ? true : undefined,
      }),
    };
  });
}

function choiceOf(choice: unknown): LanguageModelV3ToolChoice | undefined {
  if (choice === undefined || choice === null) return undefined;
  if (choice === "auto" || choice === "none" || choice === "required") return { type: choice };
  const named = isRecord(choice) && isRecord(choice.function) ? choice.function.name : undefined;
  if (typeof named === "string") return { type: "tool", toolName: named };
  throw refused("tool_choice", "Must be auto, none, required or a function.");
}
