// The settings of a label by its type, and their problems.
import type { LabelType } from "@/lib/contracts/shapes";
import { notedAnswersProblem, preferenceSettingsProblem, spanSettingsProblem } from "./setting-problems";

interface SettingsProblem {
  field: string;
  message: string;
}

type Settings = Record<string, unknown>;
type Check = (settings: Settings) => SettingsProblem | null;

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isWhole = (value: unknown): value is number => isNumber(value) && Number.isSafeInteger(value);
const problem = (field: string, message: string): SettingsProblem => ({ field: `settings.${field}`, message });

function checkText({ placeholder, min_length, max_length }: Settings): SettingsProblem | null {
  if (typeof placeholder !== "string") return problem("placeholder", "Must be text.");
  if (!isWhole(min_length) || min_length < 0) return problem("min_length", "Must be a whole number, 0 or more.");
  if (!isWhole(max_length)) return problem("max_length", "Must be a whole number.");
  return min_length < max_length ? null : problem("min_length", "Must be less than max_length.");
}

function checkNumeric({ min, max, step_size, display_type }: Settings): SettingsProblem | null {
  if (!isNumber(min) || min < 0) return problem("min", "Must be a number, 0 or more.");
  if (!isNumber(max) || max < 0) return problem("max", "Must be a number, 0 or more.");
  if (min >= max) return problem("min", "Must be less than max.");
  if (!isNumber(step_size) || step_size <= 0) return problem("step_size", "Must be a number above 0.");
  if (display_type !== "slider" && display_type !== "button")
    return problem("display_type", "Must be slider or button.");
  return null;
}

function checkCategorical({
  rule_prompt,
  multi_choice,
  options,
  auto_annotate,
  strategy,
}: Settings): SettingsProblem | null {
  if (typeof rule_prompt !== "string") return problem("rule_prompt", "Must be text.");
  if (typeof multi_choice !== "boolean") return problem("multi_choice", "Must be true or false.");
  if (typeof auto_annotate !== "boolean") return problem("auto_annotate", "Must be true or false.");
  if (strategy !== null && strategy !== "Rag") return problem("strategy", 'Must be "Rag" or null.');
  if (!Array.isArray(options) || options.length < 2) return problem("options", "At least two options are required.");
  const names = options.map(optionLabel);
  if (names.some((name) => name === null)) return problem("options", "Every option needs a label.");
  if (options.some(({ formerly }) => formerly !== undefined && !isTexts(formerly)))
    return problem("options", "Former names of an option must be texts.");
  const distinct = new Set(names.map((name) => name?.trim().toLowerCase()));
  return distinct.size === names.length
    ? null
    : problem("options", "Two options have the same name. Capital letters make no difference.");
}

const isTexts = (names: unknown): boolean => Array.isArray(names) && names.every((name) => typeof name === "string");

function optionLabel(option: unknown): string | null {
  if (option === null || typeof option !== "object" || !("label" in option)) return null;
  return typeof option.label === "string" && option.label.trim() !== "" ? option.label : null;
}

function checkStar({ no_of_stars }: Settings): SettingsProblem | null {
  if (isWhole(no_of_stars) && no_of_stars >= 1 && no_of_stars <= 100) return null;
  return problem("no_of_stars", "Must be a whole number from 1 to 100.");
}

const checks: Record<LabelType, Check> = {
  text: checkText,
  numeric: checkNumeric,
  categorical: checkCategorical,
  star: checkStar,
  thumbs_up_down: () => null,
  preference(settings) {
    const found = preferenceSettingsProblem(settings);
    return found && problem(...found);
  },
  text_spans(settings) {
    const found = spanSettingsProblem(settings);
    return found && problem(...found);
  },
};

/** Types that work without settings: those that are about the whole source. */
const hasDefaults = (type: LabelType): boolean => type !== "preference" && type !== "text_spans";

/** The first problem in `settings`, or null. Empty settings mean the type's defaults, if it has them. */
export function settingsProblem(type: LabelType, settings: Settings): SettingsProblem | null {
  if (Object.keys(settings).length === 0 && hasDefaults(type)) return null;
  const found = checks[type](settings);
  if (found) return found;
  const noted = notedAnswersProblem(type, settings);
  return noted === null ? null : problem("note_required_for", noted);
}
