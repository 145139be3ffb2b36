// Runs every computed template on empty inputs, with the result that its documentation promises.
import type { EmptyScore } from "../empty";
import { computedTemplates } from "../index";
import type { ComputedTemplate, Params } from "../template";

/** The texts that count as empty for each kind of input. */
export const EMPTY: Record<ComputedTemplate["empty"]["reads"], readonly string[]> = {
  text: [""],
  list: ["", "[]", "{}"],
  JSON: [""],
};

export interface EmptyCase {
  readonly template: ComputedTemplate;
  readonly params: Params;
  /** The value of an input that is not empty. */
  readonly filled: string;
  /** Scores; null for none. `first` and `second`: only that input of a template with two inputs is empty. */
  readonly expected: { readonly first: number | null; readonly second: number | null; readonly all: number | null };
}

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

function filledOf({ keys, tags, empty }: ComputedTemplate): string {
  if (tags.includes("image") && keys.includes("output")) return PIXEL;
  if (tags.includes("numeric")) return "[1, 2]";
  if (empty.reads === "JSON") return '{"a": 1}';
  return empty.reads === "list" ? '["a", "b"]' : "The parcel is at the depot.";
}

/** Values for required parameters. */
const REQUIRED: Readonly<Record<string, unknown>> = {
  keyword: "depot",
  keywords: ["depot"],
  substring: "depot",
  min_length: 0,
  max_latency_ms: 5,
  positive_label: "a",
  min_width: 1,
};

const paramsOf = ({ params }: ComputedTemplate): Params =>
  Object.fromEntries(Object.entries(REQUIRED).filter(([name]) => Object.hasOwn(params, name)));

type ByParameters = readonly (readonly [params: Params, all: number | null, first?: number, second?: number])[];

/** For templates that decide by parameters: parameters that give each result. */
const BY_PARAMETERS: Readonly<Record<string, ByParameters>> = {
  regex: [
    [{ pattern: "^$" }, 1],
    [{ pattern: "a" }, 0],
  ],
  length_between: [
    [{ min_length: 0, max_length: 0 }, 1],
    [{ min_length: 1, max_length: 2 }, 0],
  ],
  length_less_than: [
    [{ max_length: 1 }, 1],
    [{ max_length: 0 }, 0],
  ],
  word_count_in_range: [
    [{ min_words: 0, max_words: 0 }, 1],
    [{ min_words: 1, max_words: 2 }, 0],
  ],
  sentence_count: [
    [{ min_sentences: 0, max_sentences: 0 }, 1],
    [{ min_sentences: 1, max_sentences: 2 }, 0],
  ],
  step_count: [
    [{ expected_steps: 0 }, 1],
    [{ min_steps: 1 }, 0],
  ],
  trajectory_match: [
    [{ mode: "strict" }, 1, 0, 0],
    [{ mode: "unordered" }, 1, 0, 0],
    [{ mode: "subset" }, 1, 1, 0],
    [{ mode: "superset" }, 1, 0, 1],
  ],
  custom_code_evaluation: [
    [{ code: 'const evaluate = ({ answer }) => answer === ""' }, 1],
    [{ code: 'const evaluate = ({ answer }) => answer !== ""' }, 0],
  ],
  // Without a server's answer there is nothing to score.
  api_call: [[{}, null]],
};

function casesOf(template: ComputedTemplate): EmptyCase[] {
  const { all, some } = template.empty;
  const filled = filledOf(template);
  const decided = [all, some].includes("by parameters") ? BY_PARAMETERS[template.name] : undefined;
  if (decided)
    return decided.map(([params, all, first = all, second = all]) => ({
      ...{ template, params, filled },
      expected: { all, first, second },
    }));
  const expected = { all: score(all), first: score(some), second: score(some) };
  return [{ template, params: paramsOf(template), filled, expected }];
}

function score(documented: EmptyScore): number | null {
  if (documented === "by parameters") throw new Error("a template without parameters that decide");
  return documented;
}

export const emptyCases: readonly EmptyCase[] = computedTemplates.flatMap(casesOf);
