// Whether a judge's text is a valid answer.
import { cut } from "@/lib/bounds/excerpt";
import { objectIn } from "./object-in";
import type { JudgeCase } from "./prompt";

export type JudgeResult = string | number | string[];
type ReadAnswer = { result: JudgeResult; explanation: string } | { problem: string };

const MAX_EXPLANATION = 20_000;

/**
 * Reads a judge's text. Prose around one JSON object is accepted; anything that leaves the verdict open is a problem.
 */
export function readAnswer(text: string, judged: JudgeCase): ReadAnswer {
  if (text.trim() === "") return { problem: "The judge's answer is empty." };
  const found = objectIn(text, "result");
  if (!found) return { problem: "The judge's answer contains no JSON object." };
  if (!Object.hasOwn(found, "result")) return { problem: "The judge's answer has no result." };
  const { explanation } = found;
  const read = resultOf(found.result, judged);
  if ("problem" in read) return read;
  return {
    ...read,
    explanation: typeof explanation === "string" ? cut(explanation, MAX_EXPLANATION) : "",
  };
}

type ParsedAnswer = { result: JudgeResult } | { problem: string };

function resultOf(raw: unknown, judged: JudgeCase): ParsedAnswer {
  switch (judged.definition.output) {
    case "Pass/Fail":
      return passOf(raw);
    case "score":
    case "numeric":
      return scoreOf(raw);
    case "choices":
      return judged.multiChoice ? labelsOf(raw, judged.choices) : labelOf(raw, judged.choices);
    case "reason":
      return typeof raw === "string" && raw.trim() !== "" ? { result: raw } : { problem: "The result is not text." };
  }
}

function passOf(raw: unknown): ParsedAnswer {
  const word = typeof raw === "string" ? raw.trim().toLowerCase() : "";
  if (word === "pass" || word === "passed") return { result: "Passed" };
  if (word === "fail" || word === "failed") return { result: "Failed" };
  return { problem: `The result must be Pass or Fail, not ${shown(raw)}.` };
}

/**
 * A number outside the scale shows that the judge had another scale in mind. It is asked again; the number is not
 * clamped.
 */
function scoreOf(raw: unknown): ParsedAnswer {
  const number = typeof raw === "string" && raw.trim() !== "" ? Number(raw) : raw;
  if (typeof number === "number" && number >= 0 && number <= 1) return { result: number };
  return { problem: `The result must be a number from 0 to 1, not ${shown(raw)}.` };
}

const spelling = (label: string): string => label.trim().toLowerCase();

const findLabel = (raw: string, choices: readonly string[]): string | undefined =>
  choices.find((choice) => choice === raw) ?? choices.find((choice) => spelling(choice) === spelling(raw));

/** A choice such as "2" may be written as a number. */
const labelFor = (raw: unknown, choices: readonly string[]): string | undefined =>
  typeof raw === "string" || typeof raw === "number" ? findLabel(String(raw), choices) : undefined;

function labelOf(raw: unknown, choices: readonly string[]): ParsedAnswer {
  const label = labelFor(raw, choices);
  return label === undefined
    ? { problem: `The result must be one of the choices, not ${shown(raw)}.` }
    : { result: label };
}

function labelsOf(raw: unknown, choices: readonly string[]): ParsedAnswer {
  const labels = (Array.isArray(raw) ? raw : [raw]).map((one) => labelFor(one, choices));
  if (labels.length === 0) return { problem: "The result must name at least one of the choices." };
  const known = labels.filter((label) => label !== undefined);
  if (known.length < labels.length) return { problem: `The result must be a list of the choices, not ${shown(raw)}.` };
  return { result: [...new Set(known)] };
}

const SHOWN_CHARACTERS = 100;
const shown = (value: unknown): string => cut(JSON.stringify(value) ?? "nothing", SHOWN_CHARACTERS);
