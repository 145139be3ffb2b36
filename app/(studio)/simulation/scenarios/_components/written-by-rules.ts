import { DETERMINISTIC } from "@/lib/contracts/simulation/scenario-names";

/** Whether rules wrote all rows that were written, and no model. */
export function isWrittenByRules(generations: readonly { writers: readonly string[] }[]): boolean {
  const writers = generations.flatMap((generation) => generation.writers);
  return writers.length > 0 && writers.every((writer) => writer === DETERMINISTIC);
}
