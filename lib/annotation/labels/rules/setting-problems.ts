// What is wrong with the settings of labels whose values have a file of their own. The desk reads values, and loads none of this.
import type { LabelType } from "@/lib/contracts/shapes";
import { isRecord, recordsIn } from "@/lib/records";
import { BOTH_BAD, TIE } from "./preference";
import { fixedAnswers } from "./required-note";
import { spanColors } from "./text-spans";

type Settings = Record<string, unknown>;
type Problem = readonly [field: string, message: string];

const MOST_CATEGORIES = 20;

export function spanSettingsProblem(settings: Settings): Problem | null {
  const { field, categories, allow_overlap } = settings;
  if (typeof field !== "string" || field.trim() === "") return ["field", "Must be a field of the source."];
  if (typeof allow_overlap !== "boolean") return ["allow_overlap", "Must be true or false."];
  if (!Array.isArray(categories) || categories.length === 0)
    return ["categories", "At least one category is required."];
  if (categories.length > MOST_CATEGORIES) return ["categories", `At most ${MOST_CATEGORIES} categories.`];
  const names = categories.map((category) => (isRecord(category) ? category.label : null));
  if (names.some((name) => typeof name !== "string" || name.trim() === ""))
    return ["categories", "Every category needs a label."];
  const colors = recordsIn(categories).map(({ color }) => color);
  if (colors.some((color) => color !== undefined && !spanColors.some((known) => known === color)))
    return ["categories", `Colors are ${spanColors.join(", ")}.`];
  const distinct = new Set(names.map((name) => String(name).trim().toLowerCase()));
  return distinct.size === names.length
    ? null
    : ["categories", "Two categories have the same name. Capital letters make no difference."];
}

const isField = (value: unknown): value is string =>
  typeof value === "string" && value.trim() !== "" && value !== TIE && value !== BOTH_BAD;

const FIELD = `Must be a field of the source; "${TIE}" and "${BOTH_BAD}" are answers.`;

export function preferenceSettingsProblem(settings: Settings): Problem | null {
  const { first, second, first_model, second_model } = settings;
  if (!isField(first)) return ["first", FIELD];
  if (!isField(second)) return ["second", FIELD];
  if (first === second) return ["second", "Must be another field than first."];
  for (const name of ["allow_tie", "allow_both_bad"] as const)
    if (typeof settings[name] !== "boolean") return [name, "Must be true or false."];
  const models = [first_model, second_model].map((model) => model ?? null);
  if (models[0] === null && models[1] === null) return null;
  if (!isField(models[0])) return ["first_model", "Name both fields with models, or none."];
  return isField(models[1]) ? null : ["second_model", "Name both fields with models, or none."];
}

const isText = (value: unknown): value is string => typeof value === "string";

/** What is wrong with `note_required_for`, or null. */
export function notedAnswersProblem(type: LabelType, settings: Settings): string | null {
  const { note_required_for: answers } = settings;
  if (answers === undefined) return null;
  if (!Array.isArray(answers) || !answers.every(isText)) return "Must be a list of answers, as text.";
  const known = fixedAnswers(type, settings);
  const unknown = answers.find((answer) => !known.includes(answer));
  if (unknown === undefined) return null;
  return known.length === 0 ? "This type has no fixed answers." : `${unknown} is not an answer of this label.`;
}
