// What lists find a trace by, as texts of one array: one inverted index answers for all of them.
export const termNames = ["name", "model", "tag", "user", "environment", "status", "error", "prompt"] as const;
export type TermName = (typeof termNames)[number];

/** Longer values are found by their beginning, and an index entry has a limit. */
export const MAX_TERM_VALUE = 255;
/** Of one kind in one trace, so that a trace of ten thousand differently named spans stays a narrow row. */
const MOST_VALUES = 100;

const shortened = (value: string): string =>
  value.length <= MAX_TERM_VALUE ? value : [...value].slice(0, MAX_TERM_VALUE).join("");

export const termOf = (name: TermName, value: string): string => `${name}=${shortened(value)}`;

/** The values of one kind among a trace's terms. */
export const valuesOf = (terms: readonly string[], name: TermName): string[] =>
  terms.filter((term) => term.startsWith(`${name}=`)).map((term) => term.slice(name.length + 1));

/** The terms of one kind, as many as a trace may have: the first ones by their value. */
export class TermSet {
  #terms = new Set<string>();

  constructor(private readonly name: TermName) {}

  /** Without a value, there is no term. */
  add(value: string | null): void {
    if (value === null || value === "") return;
    this.#terms.add(termOf(this.name, value));
    if (this.#terms.size > 2 * MOST_VALUES) this.#terms = new Set(this.list());
  }

  list(): string[] {
    return [...this.#terms].sort().slice(0, MOST_VALUES);
  }
}

/** A prompt is found with its version and without. */
export const namesOfPrompt = (prompt: string): string[] => [prompt, prompt.replace(/@v\d+$/, "")];
