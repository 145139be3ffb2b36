// Reads a record of bulk annotation, and finds its problems.

import {
  type CanonicalValue,
  DEFAULT_STARS,
  type LabelRules,
  readValue,
} from "@/lib/annotation/labels/rules/label-value";
import type { GivenAnnotation, GivenRecord } from "@/lib/contracts/annotation/bulk-annotation";
import type { LabelType } from "@/lib/contracts/shapes";

const MAX_ENTRIES = 20;
const MAX_NOTE_LENGTH = 5000;

const fields = ["value", "value_float", "value_bool", "value_str_list"] as const;
/** Null for types whose values have no such form. */
const fieldOf: Record<LabelType, (typeof fields)[number] | null> = {
  text: "value",
  numeric: "value_float",
  star: "value_float",
  thumbs_up_down: "value_bool",
  categorical: "value_str_list",
  preference: "value",
  text_spans: null,
};

/** Why nothing of a record can be saved; null if something can. */
export function recordProblem({ annotations, notes }: GivenRecord): { error: string; note_index?: number } | null {
  if (!annotations?.length && !notes?.length) return { error: "Give annotations or notes." };
  if ((annotations?.length ?? 0) > MAX_ENTRIES) return { error: `At most ${MAX_ENTRIES} annotations a record.` };
  if ((notes?.length ?? 0) > MAX_ENTRIES) return { error: `At most ${MAX_ENTRIES} notes a record.` };
  const long = notes?.findIndex((note) => [...note.text].length > MAX_NOTE_LENGTH) ?? -1;
  return long === -1 ? null : { error: `At most ${MAX_NOTE_LENGTH} characters a note.`, note_index: long };
}

/** The canonical value of an annotation, or its problem. */
export function readAnnotation(
  label: LabelRules,
  annotation: GivenAnnotation,
): { value: CanonicalValue } | { problem: string } {
  const set = fields.filter((field) => annotation[field] !== undefined && annotation[field] !== null);
  if (set.length !== 1) return { problem: `Give exactly one of ${fields.join(", ")}.` };
  const field = fieldOf[label.type];
  if (field === null) return { problem: `${label.name} marks spans of a text, which cannot be sent here.` };
  if (set[0] !== field) return { problem: `${label.name} needs ${field}.` };
  if (label.type === "star") return readFraction(label, annotation.value_float ?? 0);
  const reading = readValue(label, annotation[field]);
  if (reading.kind === "value") return { value: reading.value };
  return { problem: reading.kind === "invalid" ? reading.message : `${label.name} may not be blank.` };
}

/** Only here, stars can be fractions: they are often averages of other people's ratings. */
function readFraction(label: LabelRules, rating: number): { value: CanonicalValue } | { problem: string } {
  const stars = typeof label.settings.no_of_stars === "number" ? label.settings.no_of_stars : DEFAULT_STARS;
  if (rating >= 1 && rating <= stars) return { value: { rating } };
  return { problem: `${label.name} must be between 1 and ${stars} stars.` };
}
