// Calls of tools in a chat's answer, in the forms in which providers write them.
import { isRecord, recordIn, recordsIn, textIn } from "@/lib/records";
import { GatewayFailure } from "../errors";
import { parseObject } from "../parse-json";
import { choiceOf, type Json } from "./dialect";

export interface ToolCall {
  id: string;
  name: string;
  arguments: string;
}

/** The calls that a message or its delta names. An older one, of a function, is one call. */
export function namedCallsIn({ tool_calls, function_call: older }: Json): Json[] {
  const calls = recordsIn(tool_calls);
  if (calls.length > 0 || !isRecord(older) || !Object.values(older).some(Boolean)) return calls;
  return [{ index: 0, function: older }];
}

/** A call of a tool, as an answer or one of its deltas names it. */
export const callOf = (call: Json): ToolCall => ({
  id: textIn(call.id),
  name: textIn(recordIn(call.function).name),
  arguments: argumentsIn(recordIn(call.function).arguments),
});

/** Some servers write them as JSON, not as its text. */
const argumentsIn = (value: unknown): string =>
  typeof value === "string" || value === undefined || value === null ? textIn(value) : JSON.stringify(value);

/** Clients name a call by its id in their next request, so each has one, also where the provider sends none. */
export const callIdOf = ({ id }: { id: string }): string => id || `call_${crypto.randomUUID()}`;

/** The calls of a whole answer's first choice. Throws a GatewayFailure if one cannot be read, unless the answer was cut. */
export function toolCallsIn(answer: Json): ToolCall[] {
  const { message, finish_reason: reason } = choiceOf(answer);
  const calls = namedCallsIn(recordIn(message)).map(callOf);
  if (!isCut(reason)) for (const call of calls) assertReadable(call);
  return calls.map((call) => ({
    ...call,
    id: callIdOf(call),
    arguments: isNone(call.arguments) ? "" : call.arguments,
  }));
}

/** Throws a GatewayFailure: a tool must not run with other arguments than the model wrote. */
export function assertReadable({ name, arguments: text }: Pick<ToolCall, "name" | "arguments">): void {
  if (inputOf(text) === null)
    throw new GatewayFailure(
      "upstream_error",
      `The provider's call of ${name} has arguments that are not a JSON object.`,
      { isOfRequest: true },
    );
}

/** The arguments of a call; null if they are not a JSON object. */
export const inputOf = (text: string): Json | null => (isNone(text) ? {} : parseObject(text));

/** How providers write that a call has no arguments. */
const isNone = (text: string): boolean => text === "" || text === "null";

const cuts = new Set<unknown>(["length", "model_length", "content_filter"]);

/** Whether an answer has ended before the model was done. Its last call may then be incomplete. */
export const isCut = (reason: unknown): boolean => cuts.has(reason);
