// The form in which a version's content is stored, for every client.
import type { PromptContent, PromptMessage } from "@/lib/contracts/prompts/content";
import { MAX_PROMPT_CHARACTERS, MAX_PROMPT_VARIABLES } from "@/lib/contracts/prompts/names";
import { invalidField } from "@/lib/errors";
import { isPlaceholder, placeholdersIn, textsIn, variablesIn } from "@/lib/gateway/prompts/variables";

/** Every input is refused that has a member of this name. */
const UNFILLABLE = "__proto__";

/** Published clients put one first where a prompt has none. */
const isEmptySystem = (message: PromptMessage): boolean =>
  !isPlaceholder(message) && message.role === "system" && textsIn(message).join("") === "" && !hasOtherParts(message);

const hasOtherParts = ({ content }: { content?: unknown }): boolean =>
  Array.isArray(content) && content.some((part: { type?: unknown }) => part.type !== "text");

/** A message of one text part is a text. */
function plain(message: PromptMessage): PromptMessage {
  if (isPlaceholder(message) || !Array.isArray(message.content)) return message;
  const [part, ...others] = message.content;
  const isText = part?.type === "text" && typeof part.text === "string" && Object.keys(part).length === 2;
  return isText && others.length === 0 ? { ...message, content: String(part.text) } : message;
}

/**
 * The content as it is stored: without an empty system message, with texts as texts, and with every variable of the messages.
 * Throws a 400 on `field` if nothing is left or if it is too large.
 */
export function storedContent(content: PromptContent, field: string): PromptContent {
  const messages = content.messages.filter((message) => !isEmptySystem(message)).map(plain);
  if (messages.length === 0) throw invalidField(field, "At least one message is required.");
  const known = new Set(content.variables.map(({ name }) => name));
  if (known.size < content.variables.length) throw invalidField(field, "A variable is listed twice.");
  const found = variablesIn(messages).filter((name) => !known.has(name));
  const variables = [...content.variables, ...found.map((name) => ({ name, type: "text" as const, examples: [] }))];
  if ([...variables.map(({ name }) => name), ...placeholdersIn(messages)].includes(UNFILLABLE))
    throw invalidField(field, `${UNFILLABLE} cannot be a variable or placeholder: no request can send its value.`);
  if (variables.length > MAX_PROMPT_VARIABLES) throw invalidField(field, `At most ${MAX_PROMPT_VARIABLES} variables.`);
  const stored = { ...content, messages, variables };
  if (JSON.stringify(stored).length > MAX_PROMPT_CHARACTERS) {
    throw invalidField(field, `At most ${MAX_PROMPT_CHARACTERS.toLocaleString("en")} characters in all.`);
  }
  return stored;
}
