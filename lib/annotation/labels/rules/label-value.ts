// The values that a label accepts, checked in one place for all operations: canonical form, blank, or the problem.
import { cut } from "@/lib/bounds/excerpt";
import type { LabelType } from "@/lib/contracts/shapes";
import { isRecord } from "@/lib/records";
import { readPreference } from "./preference";
import { readSpans } from "./text-spans";

export interface LabelRules {
  name: string;
  type: LabelType;
  settings: Record<string, unknown>;
}

export type CanonicalValue = Record<string, unknown>;

export type Reading =
  | { kind: "value"; value: CanonicalValue }
  | { kind: "blank" }
  | { kind: "invalid"; message: string };

/** The key of each type's canonical object that holds the answer. */
export const valueKeys: Record<LabelType, "text" | "value" | "rating" | "selected" | "preferred" | "spans"> = {
  text: "text",
  numeric: "value",
  star: "rating",
  thumbs_up_down: "value",
  categorical: "selected",
  preference: "preferred",
  text_spans: "spans",
};

export const DEFAULT_STARS = 5;
const STEP_TOLERANCE = 1e-6;

const invalid = (label: LabelRules, text: string): Reading => ({ kind: "invalid", message: `${label.name} ${text}` });
const valid = (value: CanonicalValue): Reading => ({ kind: "value", value });
export const numberOr = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise);

/** Reads a value in its object or bare form. */
export function readValue(label: LabelRules, input: unknown): Reading {
  const bare = unwrap(label.type, input);
  if (bare === undefined) return invalid(label, `must be {"${valueKeys[label.type]}": …} or as the bare value.`);
  if (bare === null || bare === "") return { kind: "blank" };
  // No spans are an answer: there is nothing to mark. Exports write them as a bare list.
  const isEmpty = Array.isArray(bare) && bare.length === 0;
  if (isEmpty && label.type !== "text_spans") return { kind: "blank" };
  if (label.type === "star" && bare === 0) return { kind: "blank" };
  return readers[label.type](label, bare, isRecord(input) ? input : {});
}

/** The bare value inside a canonical object, for exports and statistics. */
export const bareValue = (type: LabelType, value: CanonicalValue): unknown => value[valueKeys[type]];

function unwrap(type: LabelType, input: unknown): unknown {
  if (input === undefined) return null;
  if (input === null || typeof input !== "object" || Array.isArray(input)) return input;
  const key = valueKeys[type];
  return key in input ? (input as CanonicalValue)[key] : undefined; // safe: arrays and null were ruled out
}

/** `beside` are the other members of the object that was sent. */
type Reader = (label: LabelRules, bare: unknown, beside: CanonicalValue) => Reading;

const readers: Record<LabelType, Reader> = {
  text: readText,
  numeric: readNumeric,
  star: readStar,
  thumbs_up_down: readThumbs,
  categorical: readCategorical,
  preference(label, bare, beside) {
    const read = readPreference(label.settings, bare, beside.shown_first);
    return "problem" in read ? invalid(label, read.problem) : valid(read.value);
  },
  text_spans(label, bare, beside) {
    const read = readSpans(label.settings, bare, beside.length);
    return "problem" in read ? invalid(label, read.problem) : valid(read.value);
  },
};

function readText(label: LabelRules, bare: unknown): Reading {
  if (typeof bare !== "string") return invalid(label, "must be text.");
  const length = [...bare].length;
  const least = numberOr(label.settings.min_length, 0);
  const most = numberOr(label.settings.max_length, Number.POSITIVE_INFINITY);
  if (length < least) return invalid(label, `must be at least ${least} characters.`);
  if (length > most) return invalid(label, `must be at most ${most} characters.`);
  return valid({ text: bare });
}

function readNumeric(label: LabelRules, bare: unknown): Reading {
  const value = toNumber(bare);
  if (value === null) return invalid(label, "must be a number.");
  const min = numberOr(label.settings.min, Number.NEGATIVE_INFINITY);
  const max = numberOr(label.settings.max, Number.POSITIVE_INFINITY);
  if (value < min || value > max) return invalid(label, `must be ${rangeText(min, max)}.`);
  const step = numberOr(label.settings.step_size, 0);
  const start = Number.isFinite(min) ? min : 0;
  const steps = (value - start) / step;
  if (step > 0 && value !== max && Math.abs(steps - Math.round(steps)) > STEP_TOLERANCE) {
    return invalid(label, stepText({ value, start, step, max }));
  }
  return valid({ value });
}

/** Such as "must be in steps of 0.5 from 0, such as 12 or 12.5." Without a start of its own, the steps begin at 0. */
function stepText({ value, start, step, max }: Record<"value" | "start" | "step" | "max", number>): string {
  const below = Math.floor((value - start) / step);
  const near = [below, below + 1].map((steps) => Math.min(max, Number((start + steps * step).toPrecision(12))));
  return `must be in steps of ${step} from ${start}, such as ${near.join(" or ")}.`;
}

function rangeText(min: number, max: number): string {
  if (!Number.isFinite(min)) return `at most ${max}`;
  return Number.isFinite(max) ? `between ${min} and ${max}` : `at least ${min}`;
}

function toNumber(bare: unknown): number | null {
  const text = typeof bare === "string" ? bare.trim() : bare;
  const value = typeof text === "string" && text !== "" ? Number(text) : text;
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function readStar(label: LabelRules, bare: unknown): Reading {
  const rating = toNumber(bare);
  const stars = numberOr(label.settings.no_of_stars, DEFAULT_STARS);
  if (rating === null || !Number.isInteger(rating)) return invalid(label, "must be a whole-star rating.");
  return rating >= 1 && rating <= stars ? valid({ rating }) : invalid(label, `must be between 1 and ${stars} stars.`);
}

function readThumbs(label: LabelRules, bare: unknown): Reading {
  if (bare === "up" || bare === true) return valid({ value: "up" });
  if (bare === "down" || bare === false) return valid({ value: "down" });
  return invalid(label, "must be thumbs up or thumbs down.");
}

interface Option {
  label: string;
  value?: unknown;
  /** Earlier names of the option: answers that began with them still count as its answers. */
  formerly?: string[];
}

/** The options of a categorical label; none if its settings are empty. */
export const optionsOf = (settings: Record<string, unknown>): Option[] =>
  Array.isArray(settings.options) ? (settings.options as Option[]) : []; // safe: label-settings.ts checked them

/** As the error names it; a text that no option can have is cut. */
const nameOf = (entry: unknown): string => cut(typeof entry === "string" ? entry : (JSON.stringify(entry) ?? ""), 100);

/** Where an option is in the list, by its name, its value or an earlier name; -1 if it is not there. */
export function optionIndex(options: readonly Option[], entry: unknown): number {
  const named = options.findIndex(
    (option) => option.label === entry || (option.value !== undefined && option.value === entry),
  );
  return named >= 0 ? named : options.findIndex(({ formerly }) => formerly?.some((name) => name === entry));
}

function readCategorical(label: LabelRules, bare: unknown): Reading {
  const entries: unknown[] = Array.isArray(bare) ? bare : [bare];
  const options = optionsOf(label.settings);
  const chosen = entries.map((entry) => optionIndex(options, entry));
  const unknown = chosen.indexOf(-1);
  if (unknown >= 0) return invalid(label, `contains an option that is not configured: ${nameOf(entries[unknown])}.`);
  const distinct = [...new Set(chosen)].sort((left, right) => left - right);
  if (distinct.length > 1 && label.settings.multi_choice !== true)
    return invalid(label, "allows only one selected option.");
  return valid({ selected: distinct.flatMap((index) => options[index]?.label ?? []) });
}
