// The form in which the built-in judged templates are written.
import type { EvalOutput, Modality } from "@/lib/contracts/evaluation/names";

export interface JudgedTemplate {
  name: string;
  /** Inputs in order; one that ends in `?` may be missing. */
  keys: string;
  output: EvalOutput;
  description: string;
  /** The judge's question; {{key}} is replaced by an input. */
  criteria: string;
  tags: readonly string[];
  hidden?: boolean;
  /** Inputs that are more than text. */
  media?: Readonly<Record<string, Modality>>;
  choices?: readonly string[];
  choiceScores?: Readonly<Record<string, number>>;
  multiChoice?: boolean;
}

const oftenIsGood = { never: 0, occasionally: 0.33, frequently: 0.66, always: 1 };
const oftenIsBad = { never: 1, occasionally: 0.66, frequently: 0.33, always: 0 };
const fromOneToFive = { "1": 0, "2": 0.25, "3": 0.5, "4": 0.75, "5": 1 };

export const choicesOf = (choiceScores: Readonly<Record<string, number>>) => ({
  choices: Object.keys(choiceScores),
  choiceScores,
});
export const scales = { oftenIsGood, oftenIsBad, fromOneToFive };
