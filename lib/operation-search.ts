// Finds operations by words, for people and for models.
import type { Contract } from "@/lib/contracts/contract";

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/** "listEvalRuns" → "list eval runs" */
const spaced = (name: string): string => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, " ");

/** How well a word fits: in the name 4, in the summary or tag 2, in the description or path 1. */
function fit(contract: Contract, word: string): number {
  const has = (text: string): boolean => wordsIn(text).some((own) => own.startsWith(word));
  if (has(spaced(contract.name)) || contract.name.toLowerCase() === word) return 4;
  if (has(contract.summary) || has(contract.tag)) return 2;
  return has(contract.description) || has(contract.path) ? 1 : 0;
}

/** Operations in which every word occurs, best first; all of them without words. */
export function findOperations(contracts: readonly Contract[], words: string): Contract[] {
  const sought = wordsIn(spaced(words)).map((word) => (word.length > 3 ? word.replace(/s$/, "") : word));
  return contracts
    .map((contract) => ({ contract, fits: sought.map((word) => fit(contract, word)) }))
    .filter(({ fits }) => fits.every((points) => points > 0))
    .map(({ contract, fits }) => ({ contract, points: fits.reduce((sum, points) => sum + points, 0) }))
    .toSorted((one, other) => other.points - one.points)
    .map(({ contract }) => contract);
}

export const operationNamed = (contracts: readonly Contract[], name: string): Contract | undefined =>
  contracts.find((contract) => contract.name.toLowerCase() === name.toLowerCase());
