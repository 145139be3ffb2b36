// The texts of a source that labels mark spans in.
import type { Database } from "@/db/client";
import { type LabelRules, type Reading, readValue } from "@/lib/annotation/labels/rules/label-value";
import { quoted, spanRules, spansOf } from "@/lib/annotation/labels/rules/text-spans";
import { fieldText } from "./rules/field-text";
import { loadContents, type Reference } from "./sources";

/** By field; null for fields that the source does not have. */
export type FieldTexts = ReadonlyMap<string, string | null>;

type SpanRules = Pick<LabelRules, "type" | "settings">;

const none: FieldTexts = new Map();

/** Reads the source only if one of the labels marks spans in it. */
export async function fieldTexts(
  db: Database,
  organizationId: string,
  reference: Reference,
  labels: readonly SpanRules[],
): Promise<FieldTexts> {
  const [texts] = await fieldTextsOfAll(db, organizationId, [{ reference, labels }]);
  return texts ?? none;
}

// Contents can be long, and all of a part are in memory.
const READ_AT_ONCE = 100;

/** The same for many sources, in the same order. A source that several entries name is read once. */
export async function fieldTextsOfAll(
  db: Database,
  organizationId: string,
  entries: readonly { reference: Reference; labels: readonly SpanRules[] }[],
): Promise<FieldTexts[]> {
  const fieldsOf = new Map<string, { reference: Reference; fields: Set<string> }>();
  for (const { reference, labels } of entries) {
    const fields = labels.flatMap(({ type, settings }) => (type === "text_spans" ? spanRules(settings).field : []));
    if (fields.length === 0) continue;
    const known = fieldsOf.get(keyOf(reference)) ?? { reference, fields: new Set() };
    for (const field of fields) known.fields.add(field);
    fieldsOf.set(keyOf(reference), known);
  }
  const texts = new Map<string, FieldTexts>();
  const sources = [...fieldsOf.values()];
  for (let from = 0; from < sources.length; from += READ_AT_ONCE) {
    const part = sources.slice(from, from + READ_AT_ONCE);
    const contents = await loadContents(
      db,
      organizationId,
      part.map(({ reference }) => reference),
    );
    for (const [index, { reference, fields }] of part.entries()) {
      const content = contents[index] ?? {};
      texts.set(keyOf(reference), new Map([...fields].map((field) => [field, fieldText(content, field)])));
    }
  }
  return entries.map(({ reference }) => texts.get(keyOf(reference)) ?? none);
}

const keyOf = ({ sourceType, sourceId }: Reference): string => `${sourceType} ${sourceId}`;

/** Reads a value by its label's rules. Spans must also be in the source's text. */
export function readAnswer(label: LabelRules, input: unknown, texts: FieldTexts): Reading {
  const reading = readValue(label, input);
  if (label.type !== "text_spans" || reading.kind !== "value") return reading;
  const { field } = spanRules(label.settings);
  const checked = quoted(label.settings, spansOf(reading.value), texts.get(field) ?? null);
  if ("problem" in checked) return { kind: "invalid", message: `${label.name} ${checked.problem}` };
  return { kind: "value", value: checked.value };
}
