// Finds operations by words, for people and for models.
import { stemmer } from "stemmer";
import type { Contract } from "@/lib/contracts/contract";

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/** "listEvalRuns" → "list Eval Runs" */
const spaced = (name: string): string => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, " ");

/** How well a word fits: in the name 4, in the summary or tag 2, in the description or path 1. */
function pointsOf(contract: Contract, word: string): number {
  const stem = stemmer(word);
  const has = (text: string): boolean => wordsIn(text).some((own) => own.startsWith(word) || stemmer(own) === stem);
  if (has(spaced(contract.name)) || contract.name.toLowerCase() === word) return 4;
  if (has(contract.summary) || has(contract.tag)) return 2;
  return has(contract.description) || has(contract.path) ? 1 : 0;
}

interface Fitting {
  contract: Contract;
  points: number;
}

const better = (one: Fitting, other: Fitting): number =>
  other.points - one.points || one.contract.name.length - other.contract.name.length;

/** The operations in which most of the words occur, best first, of equals those with the shortest name; all without words. */
export function findOperations(contracts: readonly Contract[], words: string): Contract[] {
  const sought = wordsIn(spaced(words));
  if (sought.length === 0) return [...contracts];
  const fitting = contracts.map((contract) => {
    const points = sought.map((word) => pointsOf(contract, word));
    const occurring = points.filter((each) => each > 0).length;
    return { contract, occurring, points: points.reduce((sum, each) => sum + each, 0) };
  });
  const most = Math.max(0, ...fitting.map(({ occurring }) => occurring));
  if (most === 0) return [];
  return fitting
    .filter(({ occurring }) => occurring === most)
    .toSorted(better)
    .map(({ contract }) => contract);
}

export const operationNamed = (contracts: readonly Contract[], name: string): Contract | undefined =>
  contracts.find((contract) => contract.name.toLowerCase() === name.toLowerCase());
