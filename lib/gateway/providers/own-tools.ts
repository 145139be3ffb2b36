// Tools that a provider runs itself and charges for beside the tokens, such as web search.
import { isRecord, recordsIn } from "@/lib/records";

/** The first member of a request that offers such a tool; null where the client runs them all. */
export function ownToolIn(body: Readonly<Record<string, unknown>>): string | null {
  const tool = recordsIn(body.tools).findIndex(
    ({ type }) => type !== undefined && type !== "function" && type !== "custom",
  );
  if (tool >= 0) return `tools[${tool}]`;
  return members.find(([name, isOffered]) => isOffered(body[name]))?.[0] ?? null;
}

/** Whether a member asks for anything at all. */
export const isAny = (value: unknown): boolean => Boolean(value) && !(Array.isArray(value) && value.length === 0);

/** Of chats at OpenAI and Perplexity, OpenRouter, and xAI. */
const members: [member: string, isOffered: (value: unknown) => boolean][] = [
  ["web_search_options", isAny],
  ["plugins", isAny],
  ["search_parameters", (value) => isAny(value) && !(isRecord(value) && value.mode === "off")],
];
