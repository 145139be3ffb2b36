// What a refused input means where nobody waits for the answer.
import type { Ran } from "./run-evaluation";

/**
 * In runs and tasks a refused input leaves the row or span unscored, in its log too: a retry cannot find what it lacks,
 * and nothing has failed.
 */
export function unscoredIfRefused(ran: Ran): Ran {
  if (ran.refusedInput === null) return ran;
  const { reason, model, metadata, rawAnswer } = ran.result;
  return { ...ran, result: { outcome: "unscored", status: "success", reason, model, metadata, rawAnswer } };
}
