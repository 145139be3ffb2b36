// What a label would take from a text or from an evaluation's result, before its own rules check it.
import { type LabelRules, optionsOf } from "@/lib/annotation/labels/rules/label-value";
import { BOTH_BAD, preferenceRules, TIE } from "@/lib/annotation/labels/rules/preference";

const GOOD = new Set(["up", "yes", "true", "pass", "passed", "good", "1"]);
const BAD = new Set(["down", "no", "false", "fail", "failed", "bad", "0"]);

const plain = (text: string): string => text.trim().toLowerCase();

/** The name in a list that the text means, whatever its case. */
const named = (names: readonly string[], text: string): string =>
  names.find((name) => name === text.trim()) ?? names.find((name) => plain(name) === plain(text)) ?? text.trim();

/** A text as the label's bare value, for example an option's name in the label's own spelling. Null for an empty text. */
export function valueOfText(label: LabelRules, text: string | null): unknown {
  if (text === null || text.trim() === "") return null;
  switch (label.type) {
    case "text":
      return text;
    case "thumbs_up_down":
      return GOOD.has(plain(text)) ? "up" : BAD.has(plain(text)) ? "down" : text;
    case "numeric":
    case "star":
      return Number.isFinite(Number(text)) ? Number(text) : text;
    case "categorical":
      return categoriesIn(label, text);
    case "preference": {
      const { first, second } = preferenceRules(label.settings);
      return named([first, second, TIE, BOTH_BAD], text);
    }
    case "text_spans":
      return parsed(text) ?? text;
  }
}

/** One option, or several as a JSON list. With several allowed, also separated by commas. */
function categoriesIn(label: LabelRules, text: string): string[] {
  const options = optionsOf(label.settings).map((option) => option.label);
  const whole = named(options, text);
  if (options.includes(whole)) return [whole];
  const read = parsed(text);
  const several = Array.isArray(read)
    ? read.map(String)
    : label.settings.multi_choice === true
      ? text.split(",")
      : [text];
  return several.map((each) => named(options, each));
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The result of an evaluation, as exports show it. */
export interface Verdict {
  name: string;
  score: number | null;
  output: unknown;
  passed: boolean | null;
  outcome: string;
}

/** An evaluation's result as the label's bare value. Null for one without a result. */
export function valueOfVerdict(label: LabelRules, { score, output, passed, outcome }: Verdict): unknown {
  if (outcome !== "scored") return null;
  if (label.type === "thumbs_up_down" && passed !== null) return passed ? "up" : "down";
  const text = output === null || output === undefined || typeof output === "string" ? output : JSON.stringify(output);
  if (label.type === "numeric" || label.type === "star") {
    const own = valueOfText(label, text ?? null);
    return typeof own === "number" ? own : (score ?? own);
  }
  return valueOfText(label, text ?? (passed === null ? null : passed ? "pass" : "fail"));
}
