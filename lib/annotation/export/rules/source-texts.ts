// What CSV shows of a source that is no row of a dataset.
import { textOf } from "@/lib/annotation/sources/rules/field-text";
import { turnsOfTrace } from "@/lib/annotation/sources/rules/turns-of-trace";
import type { Wire } from "@/lib/annotation/sources/source";
import { storable } from "@/lib/bounds/storable";
import type { SourceType } from "@/lib/contracts/shapes";
import { recordsIn, textIn } from "@/lib/records";

/** In the file's order. */
export const textNames = ["name", "trace_id", "input", "output"] as const;

export type SourceTexts = Record<(typeof textNames)[number], string | null>;

export interface SourceText extends SourceTexts {
  source_type: SourceType;
  source_id: string;
}

/** Of a source's full content. All are null if the source is deleted. */
export function sourceTexts(content: Wire): SourceTexts {
  const isSession = content.type === "trace_session";
  return {
    name: cell(content.name),
    trace_id: cell(isSession ? content.session_id : content.trace_id),
    input: cell(content.input),
    output: cell(turnsIn(content) ?? content.output),
  };
}

/** The conversation of a session or a simulated call, one turn after the other; undefined for other sources. */
function turnsIn({ type, traces, output }: Wire): string | null | undefined {
  if (type === "trace_session") return conversation(recordsIn(traces).flatMap(turnsOfTrace));
  if (type !== "call_execution") return undefined;
  return conversation(recordsIn(output).map(({ role, content }) => ({ role: textIn(role), text: textIn(content) })));
}

/** "role: text", as evaluations read a transcript; null without any text. */
const conversation = (turns: readonly { role: string; text: string }[]): string | null =>
  turns
    .filter(({ text }) => text.trim() !== "")
    .map(({ role, text }) => `${role}: ${text}`)
    .join("\n") || null;

function cell(value: unknown): string | null {
  const text = textOf(value);
  return text === null ? null : storable(text);
}
