// Templates that are code: JavaScript, run in WebAssembly without network, files, clock or randomness.

import { excerpt } from "@/lib/bounds/excerpt";
import { isRecord } from "@/lib/records";

import { numberOf, parsed, textOf, verdictOf } from "../metrics/metric-input";
import { Unscored } from "../metrics/unscored";
import { type Limits, MEMORY_MB, runInThread } from "./threads";
import type { Owner } from "./turns";

export const MAX_CODE = 100_000;
const MAX_GIVEN = 4_000_000;
/** The time limit of one call, its stack depth in bytes, and the characters of its answer. */
const LIMITS: Limits = { milliseconds: 1_000, stack: 256 * 1024, answer: 100_000 };
const NOBODY: Owner = { organization: "", person: null };
const MAX_REASON = 2_000;

interface CodeScore {
  /** 0 to 1. */
  readonly score: number;
  readonly reason: string;
}

/** The first problem in the code, or null. Check this before storing code. */
export async function codeProblem(code: string, language = "javascript"): Promise<string | null> {
  if (language !== "javascript") return "Code is JavaScript only; Python cannot be run here.";
  if (code.trim() === "") return "The code is empty.";
  if (code.length > MAX_CODE) return `The code has more than ${MAX_CODE} characters.`;
  try {
    const { javascriptProblem } = await import("../metrics/structure/languages");
    const problem = javascriptProblem(code);
    if (problem === null) return null;
    const python = /^\s*(?:def |import \w+$|from \w+ import )/m.test(code);
    return `${python ? "This looks like Python; code is JavaScript only. " : ""}${problem}`;
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
    throw error;
  }
}

/**
 * Calls the code's function `evaluate(inputs, params)`. It returns, or promises, a number, a boolean, "Passed" or
 * "Failed", or an object with `score` or `result` and `reason`. Throws `Unscored` for anything else, and for code that
 * fails, loops, or allocates or recurses too much: it has one second and 64 MB. An organization runs one piece of code
 * at a time, and its people take turns.
 */
export async function runCode(
  code: string,
  inputs: Readonly<Record<string, unknown>>,
  params: Readonly<Record<string, unknown>>,
  { owner = NOBODY, limits = LIMITS }: { owner?: Owner; limits?: Limits } = {},
): Promise<CodeScore> {
  const problem = await codeProblem(code);
  if (problem) throw new Unscored(problem);
  const parcel = JSON.stringify({ inputs, params });
  if (parcel.length > MAX_GIVEN) throw new Unscored(`The inputs have more than ${MAX_GIVEN} characters as JSON.`);
  const report = await runInThread(owner, { code, parcel, limits });
  if (report === "busy") throw new Unscored("Too many code runs are waiting. Try again.");
  if (report === "broken")
    throw new Unscored("The code crashed its sandbox: it recursed too deeply or used too much memory.");
  if (report.late) throw new Unscored(`The code took longer than ${limits.milliseconds / 1000} s.`);
  if (report.missing) throw new Unscored("The code has no function evaluate(inputs, params).");
  if (report.pending) throw new Unscored("The code's promise never settled.");
  if (report.long)
    throw new Unscored(`The answer has ${report.long} characters as JSON; at most ${limits.answer} are taken.`);
  if (report.error !== undefined) throw new Unscored(`The code failed: ${failureOf(report.error)}`);
  return scoreIn(parsed(report.answer ?? ""));
}

function failureOf(error: string): string {
  if (/out of memory/i.test(error) || error === "null") return `it needs more than ${MEMORY_MB} MB.`;
  if (/stack (?:overflow|size)/i.test(error)) return "it calls itself too deep.";
  return excerpt(error, 500);
}

function scoreIn(parcel: unknown): CodeScore {
  const answer = isRecord(parcel) ? parcel.answer : undefined;
  const parts: Record<string, unknown> = isRecord(answer) ? answer : { score: answer };
  const { reason, score: value = parts.result } = parts;
  if (value === undefined || value === null) throw new Unscored("The code returned no score.");
  const ownReason = typeof reason === "string" && reason.trim() !== "" ? excerpt(reason, MAX_REASON) : null;
  const number = numberOf(verdictOf(value), "The score");
  const clamped = Math.min(1, Math.max(0, number));
  const note = clamped === number ? "" : ` (${number} is taken as ${clamped})`;
  return { score: clamped, reason: `${ownReason ?? `The code returned ${excerpt(textOf(value), 100)}.`}${note}` };
}
