// How best to show a text of a source.

import { type ChatMessage, readMessages } from "@/lib/chat-messages";
import { type FileRef, filesIn } from "./files/file-in";

export type Block =
  | { kind: "empty" }
  | { kind: "conversation"; turns: ChatMessage[] }
  | { kind: "files"; files: FileRef[] }
  | { kind: "json"; value: object }
  | { kind: "markdown"; text: string }
  | { kind: "text"; text: string };

/** Signs of Markdown in a text: a heading, a list, a fence, bold text, a link, an image, a table. */
const MARKDOWN =
  /^#{1,6} \S|^```|^\s*[-*] \S.*\n\s*[-*] \S|^\s*1\. \S.*\n\s*2\. \S|\*\*[^*\n]+\*\*|\[[^\]\n]*\]\((?:https?:|data:image\/)|^\|.+\|\n\|[ :|-]+\|/m;

/** `columnType`: the type of a row's column, if it is known. */
export function blockOf(text: string | null, columnType?: string): Block {
  if (text === null || text.trim() === "") return { kind: "empty" };
  const files = filesIn(text, columnType);
  if (files) return { kind: "files", files };
  const value = parseJson(text);
  if (value !== null) {
    const turns = readMessages(value);
    return turns ? { kind: "conversation", turns } : { kind: "json", value };
  }
  return { kind: MARKDOWN.test(text) ? "markdown" : "text", text };
}

function parseJson(text: string): object | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
