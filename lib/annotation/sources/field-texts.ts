// The texts of a source that labels mark spans in.
import type { Database } from "@/db/client";
import { type LabelRules, type Reading, readValue } from "@/lib/annotation/labels/rules/label-value";
import { quoted, spanRules, spansOf } from "@/lib/annotation/labels/rules/text-spans";
import { fieldText } from "./rules/field-text";
import { loadContent, type Reference } from "./sources";

/** By field; null for fields that the source does not have. */
export type FieldTexts = ReadonlyMap<string, string | null>;

const none: FieldTexts = new Map();

/** Reads the source only if one of the labels marks spans in it. */
export async function fieldTexts(
  db: Database,
  organizationId: string,
  reference: Reference,
  labels: readonly Pick<LabelRules, "type" | "settings">[],
): Promise<FieldTexts> {
  const fields = labels.flatMap(({ type, settings }) => (type === "text_spans" ? spanRules(settings).field : []));
  if (fields.length === 0) return none;
  const content = await loadContent(db, organizationId, reference);
  return new Map(fields.map((field) => [field, fieldText(content, field)]));
}

/** Reads a value by its label's rules. Spans must also be in the source's text. */
export function readAnswer(label: LabelRules, input: unknown, texts: FieldTexts): Reading {
  const reading = readValue(label, input);
  if (label.type !== "text_spans" || reading.kind !== "value") return reading;
  const { field } = spanRules(label.settings);
  const checked = quoted(label.settings, spansOf(reading.value), texts.get(field) ?? null);
  if ("problem" in checked) return { kind: "invalid", message: `${label.name} ${checked.problem}` };
  return { kind: "value", value: checked.value };
}
