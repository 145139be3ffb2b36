// What a model thinks, which providers of chats write beside the answer. Some need it back with the next request.
import { isRecord, recordsIn, textIn } from "@/lib/records";
import type { ProviderSettings } from "../settings";

type Json = Record<string, unknown>;

/** The members of a message under which providers write it. Each reads it back under its own. */
const MEMBERS = ["reasoning_content", "reasoning"] as const;
type Member = (typeof MEMBERS)[number];

/**
 * Stands where other protocols have a signature or an encrypted copy, of which chats have none. It proves nothing: it shows that
 * the gateway has made the thoughts of a chat's, and names the member that they come from.
 */
const MARK = "assay:";
const marks: ReadonlySet<unknown> = new Set(MEMBERS.map((member) => MARK + member));

export interface Reasoning {
  text: string;
  mark: string;
}

const marked = (text: string, member: Member): Reasoning => ({ text, mark: MARK + member });

/** Of a message or of its delta. */
export function reasoningIn(message: Json): Reasoning {
  const member = MEMBERS.find((name) => textIn(message[name]) !== "");
  return member ? marked(textIn(message[member]), member) : marked(thoughtsIn(message.content), "reasoning_content");
}

/** Mistral writes thoughts as parts of the content. */
const thoughtsIn = (content: unknown): string =>
  recordsIn(content)
    .map(({ type, thinking }) => (type === "thinking" ? textOf(thinking) : ""))
    .join("");

const textOf = (thinking: unknown): string =>
  textIn(thinking) ||
  recordsIn(thinking)
    .map(({ text }) => textIn(text))
    .join("");

/** A chat's message with what was thought before it, without what another provider has signed or encrypted for itself. */
export function withReasoning<T extends Json>(message: T, thoughts: readonly { text: string; mark: unknown }[]): T {
  const known = thoughts.filter(({ text, mark }) => text !== "" && (marks.has(mark) || !mark));
  if (known.length === 0) return message;
  const member = MEMBERS.find((name) => known.some(({ mark }) => mark === MARK + name)) ?? "reasoning_content";
  const texts = [textIn(message[member]), ...known.map(({ text }) => text)].filter((text) => text !== "");
  return { ...message, [member]: texts.join("\n\n") };
}

/** These refuse members of messages that they do not know, and so both of these. */
const STRICT =
  /^(?:.+\.)?(?:api\.openai\.com|openai\.azure\.com|api\.groq\.com|api\.cerebras\.ai|api\.mistral\.ai|api\.perplexity\.ai|googleapis\.com)$/;

const isStrict = (provider: ProviderSettings): boolean =>
  provider.kind === "azure" || (provider.kind === "openai" && STRICT.test(new URL(provider.baseUrl).hostname));

/** A chat that the gateway has made, for a provider. One that a client has written is the client's own. */
export function withoutRefused<T extends { messages: readonly Json[] }>(body: T, provider: ProviderSettings): T {
  if (!isStrict(provider) || !body.messages.some((message) => MEMBERS.some((name) => name in message))) return body;
  const messages = body.messages.map(({ reasoning_content: _, reasoning: __, ...rest }) => rest);
  return { ...body, messages };
}

/** A body in a provider's own protocol without thoughts that have only the gateway's mark: the provider looks for its own. */
export function withoutMarked<T extends Json>(body: T): T {
  const { input, messages } = body;
  return {
    ...body,
    ...(Array.isArray(input) ? { input: input.filter(isUnmarked) } : {}),
    ...(Array.isArray(messages) ? { messages: messages.flatMap(unmarked) } : {}),
  };
}

const isUnmarked = (entry: unknown): boolean =>
  !isRecord(entry) || !(marks.has(entry.signature) || marks.has(entry.encrypted_content));

/** A message of nothing else is none. */
function unmarked(message: unknown): unknown[] {
  if (!isRecord(message) || !Array.isArray(message.content)) return [message];
  const content = message.content.filter(isUnmarked);
  if (content.length === message.content.length) return [message];
  return content.length > 0 ? [{ ...message, content }] : [];
}
