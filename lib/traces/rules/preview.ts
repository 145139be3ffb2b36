// The beginning of an input or output, for lists.
import { readMessages } from "@/lib/chat-messages";

const PREVIEW_CHARACTERS = 200;
/** Read of a text before it is shortened: white space counts little in a preview. */
const READ_CHARACTERS = 2000;

/** Of a conversation, the last message of its user; null without an input. */
export const inputPreview = (input: unknown): string | null => preview(input, "user");

/** Of a conversation, the last message. */
export const outputPreview = (output: unknown): string | null => preview(output, null);

function preview(value: unknown, role: string | null): string | null {
  if (value === null || value === undefined) return null;
  const messages = readMessages(value)?.filter(({ text }) => text.trim() !== "") ?? [];
  const message = messages.findLast((one) => one.role === role) ?? messages.at(-1);
  return shortened(message?.text ?? (typeof value === "string" ? value : JSON.stringify(value)));
}

function shortened(text: string): string {
  const line = [...text.slice(0, READ_CHARACTERS).replaceAll(/\s+/g, " ").trim()];
  return line.length > PREVIEW_CHARACTERS || text.length > READ_CHARACTERS
    ? `${line.slice(0, PREVIEW_CHARACTERS - 1).join("")}…`
    : line.join("");
}
