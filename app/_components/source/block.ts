// How a text of a source is best shown.
import { z } from "zod";

const part = z.union([z.string(), z.looseObject({ text: z.string() }), z.looseObject({ type: z.string() })]);
const turn = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(part), z.null()]).optional(),
  tool_calls: z.array(z.unknown()).nullish(),
});

export interface Turn {
  role: string;
  text: string;
  /** Calls of tools, folded under the text. */
  calls: readonly unknown[];
}

export type Block =
  | { kind: "empty" }
  | { kind: "conversation"; turns: Turn[] }
  | { kind: "json"; value: object }
  | { kind: "markdown"; text: string }
  | { kind: "text"; text: string };

const textOf = (content: z.infer<typeof turn>["content"]): string => {
  if (!Array.isArray(content)) return content ?? "";
  return content
    .map((each) => (typeof each === "string" ? each : "text" in each ? String(each.text) : `[${each.type}]`))
    .join("\n");
};

/** Signs that a text was written as Markdown: a heading, a list, a fence, bold words, a link, a table. */
const MARKDOWN =
  /^#{1,6} \S|^```|^\s*[-*] \S.*\n\s*[-*] \S|^\s*1\. \S.*\n\s*2\. \S|\*\*[^*\n]+\*\*|\[[^\]\n]+\]\(https?:|^\|.+\|\n\|[ :|-]+\|/m;

export function blockOf(text: string | null): Block {
  if (text === null || text.trim() === "") return { kind: "empty" };
  const value = parseJson(text);
  if (value !== null) {
    const turns = z.array(turn).min(1).safeParse(value);
    if (!turns.success) return { kind: "json", value };
    return {
      kind: "conversation",
      turns: turns.data.map(({ role, content, tool_calls }) => ({
        role,
        text: textOf(content),
        calls: tool_calls ?? [],
      })),
    };
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
