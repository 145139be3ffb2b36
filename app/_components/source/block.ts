// How best to show a text of a source.
import { type Fields, isFields, textIn } from "./fields";

export interface Turn {
  role: string;
  text: string;
  /** Tool calls, folded under the text. */
  calls: readonly unknown[];
}

export type Block =
  | { kind: "empty" }
  | { kind: "conversation"; turns: Turn[] }
  | { kind: "json"; value: object }
  | { kind: "markdown"; text: string }
  | { kind: "text"; text: string };

/** Signs of Markdown in a text: a heading, a list, a fence, bold text, a link, a table. */
const MARKDOWN =
  /^#{1,6} \S|^```|^\s*[-*] \S.*\n\s*[-*] \S|^\s*1\. \S.*\n\s*2\. \S|\*\*[^*\n]+\*\*|\[[^\]\n]+\]\(https?:|^\|.+\|\n\|[ :|-]+\|/m;

export function blockOf(text: string | null): Block {
  if (text === null || text.trim() === "") return { kind: "empty" };
  const value = parseJson(text);
  if (value !== null) {
    return isConversation(value) ? { kind: "conversation", turns: value.map(readTurn) } : { kind: "json", value };
  }
  return { kind: MARKDOWN.test(text) ? "markdown" : "text", text };
}

const isPart = (part: unknown): boolean =>
  typeof part === "string" || (isFields(part) && (typeof part.text === "string" || typeof part.type === "string"));

/** Chat messages: each with a role, and with text, parts or no content. */
const isConversation = (value: object): value is Fields[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((turn: unknown) => {
    if (!isFields(turn)) return false;
    const { role, content, tool_calls } = turn;
    const hasValidContent =
      content == null || typeof content === "string" || (Array.isArray(content) && content.every(isPart));
    return typeof role === "string" && hasValidContent && (tool_calls == null || Array.isArray(tool_calls));
  });

const readTurn = (turn: Fields): Turn => ({
  role: textIn(turn, "role") ?? "",
  text: saidIn(turn.content),
  calls: Array.isArray(turn.tool_calls) ? turn.tool_calls : [],
});

function saidIn(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === "string" ? content : "";
  return content
    .map((part) => (isFields(part) ? (textIn(part, "text") ?? `[${String(part.type)}]`) : String(part)))
    .join("\n");
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
