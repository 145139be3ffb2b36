// How many tokens calls of a model use compared with the estimate, learned from the calls that this process has made, for limits
// of tokens a minute. A rise counts at once and wears off slowly.
import { BoundedMap } from "@/lib/bounds/bounded-map";
import type { Estimate, Tokens } from "./usage";

const REMEMBERED = 1_000;
/** The share of earlier knowledge that the next call replaces. */
const WEARS_OFF = 0.1;
const MOST_TIMES = 20;

interface Expectation {
  /** Input tokens for each that was estimated. */
  input: number;
  /** Tokens of an answer to a request that does not limit it; null where there was none yet. */
  output: number | null;
}

export interface Expectations {
  /** The expected usage of a call that any of these targets may answer. */
  expect(estimate: Estimate, targets: readonly string[], choices: number): Estimate;
  /** A call that was estimated so has used this, as its provider says. */
  learn(target: string, estimate: Estimate, used: Tokens, choices: number): void;
}

const risen = (known: number, seen: number): number => Math.max(seen, known + (seen - known) * WEARS_OFF);

export function learntExpectations(): Expectations {
  const known = new BoundedMap<Expectation>(REMEMBERED);
  return {
    expect(estimate, targets, choices) {
      const learnt = targets.flatMap((target) => known.get(target) ?? []);
      // The estimate is cautious: where less is used, it stays.
      const times = Math.max(1, ...learnt.map(({ input }) => input));
      const answers = learnt.flatMap(({ output }) => output ?? []);
      const isLearnt = !estimate.isStated && answers.length > 0;
      return {
        ...estimate,
        inputTokens: Math.ceil(estimate.inputTokens * times),
        outputTokens: isLearnt ? Math.ceil(Math.max(...answers) * choices) : estimate.outputTokens,
      };
    },
    learn(target, estimate, used, choices) {
      const { input, output } = known.get(target) ?? { input: 1, output: null };
      const times = Math.min(MOST_TIMES, used.inputTokens / Math.max(1, estimate.inputTokens));
      const each = used.outputTokens / choices;
      const answer = output === null ? each : risen(output, each);
      known.set(target, { input: risen(input, times), output: estimate.isStated ? output : answer });
    },
  };
}
