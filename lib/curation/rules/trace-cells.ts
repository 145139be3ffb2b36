// Which cells a trace fills.
import { readMessages } from "@/lib/chat-messages";
import { type TracePath, tracePaths } from "@/lib/contracts/traces/names";
import type { TraceMapping } from "@/lib/contracts/traces/trace-imports";
import { cellText, MAX_CELL_CHARACTERS } from "@/lib/datasets/rules/cell-text";
import { isRecord } from "@/lib/records";

/** A trace with what can fill columns. */
export interface TraceSubject extends Record<Exclude<TracePath, "input_text" | "output_text">, unknown> {
  /** Of the root span. */
  attributes: Record<string, unknown>;
}

/** The cells in the order of the mapping; null without a value. Longer texts are cut. */
export const traceCells = (subject: TraceSubject, mapping: TraceMapping): (string | null)[] =>
  mapping.map(
    ({ path }) =>
      cellText(path ? valueAt(subject, path) : null)
        ?.slice(0, MAX_CELL_CHARACTERS)
        .toWellFormed() ?? null,
  );

function valueAt(subject: TraceSubject, path: string): unknown {
  if (path === "input_text") return lastText(subject.input, "user");
  if (path === "output_text") return lastText(subject.output, null);
  const known = tracePaths.find((name) => name === path);
  if (known && known !== "input_text" && known !== "output_text") return subject[known];
  const [first = "", ...rest] = path.split(".");
  // The names of attributes contain dots.
  if (first === "attributes") return subject.attributes[rest.join(".")];
  return rest.reduce(memberOf, first === "input" ? subject.input : subject.output);
}

function memberOf(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value[key === "last" ? value.length - 1 : Number(key)];
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : null;
}

/** The text of a conversation's last message of this role, or of any; a value that is no conversation as it is. */
function lastText(value: unknown, role: string | null): unknown {
  const messages = readMessages(value)?.filter(({ text }) => text.trim() !== "");
  if (!messages) return value;
  const message = role === null ? messages.at(-1) : (messages.findLast((one) => one.role === role) ?? messages.at(-1));
  return message?.text ?? null;
}
