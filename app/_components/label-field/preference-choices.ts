// The answers of a preference label as annotators see them.

import type { CanonicalValue } from "@/lib/annotation/labels/rules/label-value";
import { BOTH_BAD, outputsOf, preferenceAnswers, preferenceRules, TIE } from "@/lib/annotation/labels/rules/preference";

interface Compared {
  settings: Record<string, unknown>;
}

interface Choice {
  answer: string;
  text: string;
  digit: string;
}

/** An answer in words: outputs are named by their fields. */
export const answerWords = (answer: string): string =>
  answer === TIE ? "Tie" : answer === BOTH_BAD ? "Both bad" : answer;

const EXTRA_DIGITS: Record<string, string> = { [TIE]: "0", [BOTH_BAD]: "9" };

/** What an output is called while it is compared without its name: by its number. */
export const outputName = (number: number): string => `Output ${number}`;

/** The outputs in the order shown, then ties. Shuffled outputs have no names. */
export function choicesOf({ settings }: Compared): Choice[] {
  const outputs = outputsOf(settings);
  const isBlind = preferenceRules(settings).shownFirst !== null;
  return [
    ...outputs.map((answer, index) => ({
      answer,
      text: isBlind ? outputName(index + 1) : answer,
      digit: String(index + 1),
    })),
    ...preferenceAnswers(settings).flatMap((answer) => {
      const digit = outputs.includes(answer) ? undefined : EXTRA_DIGITS[answer];
      return digit ? [{ answer, text: answerWords(answer), digit }] : [];
    }),
  ];
}

/** The value after an answer was chosen, with what was shown first. Choosing it again clears it. */
export function choosePreference(
  { settings }: Compared,
  value: CanonicalValue | null,
  preferred: string,
): CanonicalValue | null {
  const { shownFirst } = preferenceRules(settings);
  if (value?.preferred === preferred) return null;
  return { preferred, ...(shownFirst === null ? {} : { shown_first: shownFirst }) };
}

/** A value in one line, by the names that its annotator sees. */
export function preferenceText(settings: Record<string, unknown> | undefined, preferred: unknown): string {
  const choice = settings && choicesOf({ settings }).find(({ answer }) => answer === preferred);
  return choice?.text ?? answerWords(String(preferred ?? ""));
}
