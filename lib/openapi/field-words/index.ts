// Descriptions of members whose contracts have none. They are here because browsers load contracts, and no screen reads these words.
import { parameterWords } from "../words";
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

type Words = Readonly<Record<string, string>>;

/** What a member belongs to: a request's body, the parameters of a request, or an answer. */
export type Use = "input" | "parameter" | "output";

const both: Words = { ...commonWords, ...evaluationWords, ...agentWords };

const inRequests: Words = {
  ...both,
  ...commonRequestWords,
  ...accountWords,
  ...datasetWords,
  ...annotationWords,
  ...simulationWords,
  ...gatewayWords,
  ...providerWords,
};

/**
 * By the end of a member's path: its own name, with as many of the names before it as it takes to be true. A path begins with the
 * operation or the shared schema: `createRunTest.settings.coverage`. Of the keys that a path ends with, the longest counts.
 */
export const wordsByPath: Readonly<Record<Use, Words>> = {
  input: inRequests,
  parameter: { ...inRequests, ...parameterWords },
  output: { ...both, ...answerWords },
};

/** The key of a member's words. */
export const keyOfWords = (path: readonly string[], use: Use): string | undefined =>
  path.map((_, index) => path.slice(index).join(".")).find((key) => Object.hasOwn(wordsByPath[use], key));

export function fieldWords(path: readonly string[], use: Use): string | undefined {
  const key = keyOfWords(path, use);
  return key === undefined ? undefined : wordsByPath[use][key];
}
