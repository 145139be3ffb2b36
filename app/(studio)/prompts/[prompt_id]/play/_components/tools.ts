// Tools that a model calls while a prompt is tried: a person, or a recorded trace, answers for them.
import type { Played, ToolCall } from "@/lib/client/prompts/play";
import type { PromptChatMessage } from "@/lib/contracts/prompts/content";
import type { Span } from "@/lib/contracts/traces/traces";
import { isRecord, recordIn, recordsIn, textIn } from "@/lib/records";

/** The model's turn and the results of its tools, in the order of its calls. */
export const turnsOf = ({ text, toolCalls }: Played, results: readonly string[]): PromptChatMessage[] => [
  {
    role: "assistant",
    content: text || null,
    tool_calls: toolCalls.map(({ id, name, arguments: argumentText }) => ({
      id,
      type: "function",
      function: { name, arguments: argumentText },
    })),
  },
  ...toolCalls.map(({ id }, index) => ({ role: "tool" as const, tool_call_id: id, content: results[index] ?? "" })),
];

export interface RecordedResult {
  name: string;
  arguments: string;
  result: string;
}

/** What tools have answered in a trace: as spans of their own, and as messages of models. */
export const recordedIn = (spans: readonly Span[]): RecordedResult[] =>
  spans.flatMap((span) => (span.observation_type === "tool" ? toolSpan(span) : messagesIn(span.input)));

const toolSpan = ({ name, input, output, attributes }: Span): RecordedResult[] =>
  output === null
    ? []
    : [{ name: textIn(attributes["tool.name"]) || name, arguments: written(input), result: written(output) }];

function messagesIn(input: unknown): RecordedResult[] {
  const messages = recordsIn(Array.isArray(input) ? input : recordIn(input).messages);
  const calls = messages.flatMap(({ tool_calls }) => recordsIn(tool_calls));
  return messages.flatMap(({ role, tool_call_id, content }) => {
    const call = role === "tool" ? calls.find(({ id }) => id === tool_call_id) : undefined;
    if (!call) return [];
    const { name, arguments: argumentText } = recordIn(call.function);
    return [{ name: textIn(name), arguments: written(argumentText), result: written(content) }];
  });
}

const written = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? null));

/** The result that was recorded for the call: for the same arguments, else for others of the same tool. */
export function recordedFor(
  call: ToolCall,
  recorded: readonly RecordedResult[],
): { result: string; isSame: boolean } | null {
  const ofTool = recorded.filter(({ name }) => name === call.name);
  const same = ofTool.find((one) => plain(one.arguments) === plain(call.arguments));
  const found = same ?? ofTool[0];
  return found ? { result: found.result, isSame: same !== undefined } : null;
}

/** The same for the same JSON, whatever the order of its members. */
function plain(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
      isRecord(value)
        ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
        : value,
    );
  } catch (error) {
    if (error instanceof SyntaxError) return text.trim();
    throw error;
  }
}
