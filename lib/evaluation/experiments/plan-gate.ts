// How many rows a gate needs, before anything has run.
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/experiments/gate";
import { pairsForChanges } from "../statistics/not-worse";

/** Few, some and many verdicts that differ between two versions of a prompt. */
const CHANGES = [0.02, 0.1, 0.25];

export const neededRows = (requirement: { margin: number; power: number }) =>
  CHANGES.map((changed) => ({ changed, rows: pairsForChanges(changed, requirement) }));

export const planGate: Verb<typeof contracts.planGate> = async (_, { margin, power }) => ({
  needed_rows: neededRows({ margin, power }),
});
