// Descriptions of members whose contracts have none. They are here because browsers load contracts, and no screen reads these words.
import type { Direction } from "../schemas";
import { accountWords } from "./accounts";
import { agentWords } from "./agents";
import { annotationWords } from "./annotation";
import { answerWords } from "./answers";
import { commonRequestWords, commonWords } from "./common";
import { datasetWords } from "./datasets";
import { evaluationWords } from "./evaluation";
import { gatewayWords } from "./gateway";
import { providerWords } from "./providers";
import { simulationWords } from "./simulation";

/**
 * By the end of a member's path: its own name, with as many of the names before it as it takes to be true. A path begins with the
 * operation or the shared schema: `createRunTest.settings.coverage`. Of the keys that a path ends with, the longest counts.
 */
type Words = Readonly<Record<string, string>>;

const both: Words = { ...commonWords, ...evaluationWords, ...agentWords };

export const wordsByPath: Readonly<Record<Direction, Words>> = {
  input: {
    ...both,
    ...commonRequestWords,
    ...accountWords,
    ...datasetWords,
    ...annotationWords,
    ...simulationWords,
    ...gatewayWords,
    ...providerWords,
  },
  output: { ...both, ...answerWords },
};

/** The key of a member's words. */
export const keyOfWords = (path: readonly string[], direction: Direction): string | undefined =>
  path.map((_, index) => path.slice(index).join(".")).find((key) => Object.hasOwn(wordsByPath[direction], key));

export function fieldWords(path: readonly string[], direction: Direction): string | undefined {
  const key = keyOfWords(path, direction);
  return key === undefined ? undefined : wordsByPath[direction][key];
}
