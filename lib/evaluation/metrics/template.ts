// What every computed metric is: a template that says what it computes, and a function that always gives a score or a
// reason.
import { type EmptyInputs, emptySentence } from "./empty";
import { MetricInput } from "./metric-input";
import { type ParamSchema, readParams } from "./params";
import { Unscored } from "./unscored";
import type { Vector } from "./vector";
import type { World } from "./world";

/** `score` is 0 to 1, `Pass/Fail` is 0 or 1, `numeric` is any finite number. */
type ComputedOutput = "Pass/Fail" | "score" | "numeric";

/** A score with its parts, or the reason why there is none. A score is never NaN or infinite. */
export type Outcome =
  | { readonly score: number; readonly reason: string }
  | { readonly score: null; readonly unscored: string };

interface Description {
  readonly name: string;
  readonly keys: readonly string[];
  readonly optionalKeys?: readonly string[];
  readonly output: ComputedOutput;
  readonly params?: ParamSchema;
  /** Not offered in lists, but runs when named. */
  readonly hidden?: boolean;
  readonly tags: readonly string[];
  readonly description: string;
  /** Tokenization, smoothing, direction, conventions, and where the metric departs from what its name suggests. */
  readonly notes: readonly string[];
  readonly source: string;
  /** Where it departs from the reference that its page names; empty if nowhere. */
  readonly differs?: string;
  /** What it answers for empty inputs. The notes end with a sentence about it. */
  readonly empty: EmptyInputs;
  readonly vectors?: readonly Vector[];
}

export interface Definition extends Description {
  /** Throws `Unscored` if there is nothing to score. */
  readonly score: (input: MetricInput, world: World) => Scored | Promise<Scored>;
}
export interface Scored {
  readonly score: number | boolean;
  readonly reason: string;
}

export interface ComputedTemplate extends Required<Description> {
  /**
   * `inputs` has a value for each key: text, number, list or JSON text. `params` are checked against the schema again.
   */
  readonly compute: (inputs: Inputs, params?: Params, world?: World) => Promise<Outcome>;
}
export type Inputs = Readonly<Record<string, unknown>>;
export type Params = Readonly<Record<string, unknown>>;

const RANGES: Record<ComputedOutput, readonly [least: number, most: number]> = {
  "Pass/Fail": [0, 1],
  score: [0, 1],
  numeric: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
};

/** The template of a definition. */
export function computed({ score, ...description }: Definition): ComputedTemplate {
  const { notes, empty, keys } = description;
  const all = {
    ...{ optionalKeys: [], params: {}, hidden: false, differs: "", vectors: [] },
    ...description,
    notes: [...notes, emptySentence(empty, keys)],
  };
  return {
    ...all,
    async compute(inputs, params = {}, world = {}) {
      const read = readParams(all.params, params);
      if ("problems" in read) return unscored(read.problems.map(({ message }) => message).join(" "));
      try {
        const result = await score(new MetricInput(inputs, read.values), world);
        return finished(Number(result.score), result.reason, RANGES[all.output]);
      } catch (error) {
        if (error instanceof Unscored) return unscored(error.message);
        throw error;
      }
    },
  };
}

const unscored = (reason: string): Outcome => ({ score: null, unscored: reason });

function finished(score: number, reason: string, [least, most]: readonly [number, number]): Outcome {
  if (!Number.isFinite(score)) return unscored(`The result is not a finite number. ${reason}`);
  return { score: Math.min(most, Math.max(least, score)), reason };
}
