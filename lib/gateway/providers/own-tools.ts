// Tools that a provider runs itself and charges for beside the tokens, such as web search.
import { isRecord } from "@/lib/records";

/** The first member of a request that offers such a tool; null where the client runs them all. */
export function ownToolIn(body: Readonly<Record<string, unknown>>): string | null {
  const tools: unknown[] = Array.isArray(body.tools) ? body.tools : [];
  const tool = tools.findIndex((each) => isRecord(each) && each.type !== undefined && !ofClients.has(each.type));
  if (tool >= 0) return `tools[${tool}]`;
  return members.find(([name, isOffered]) => isOffered(body[name]))?.[0] ?? null;
}

const ofClients: ReadonlySet<unknown> = new Set(["function", "custom"]);

/** Whether a member asks for anything at all. */
export const isAny = (value: unknown): boolean => Boolean(value) && !(Array.isArray(value) && value.length === 0);

/** Of chats at OpenAI and Perplexity, OpenRouter, xAI, and Alibaba. */
const members: [member: string, isOffered: (value: unknown) => boolean][] = [
  ["web_search_options", isAny],
  ["plugins", isAny],
  ["enable_search", (value) => value === true],
  ["search_parameters", (value) => isAny(value) && !(isRecord(value) && value.mode === "off")],
];
