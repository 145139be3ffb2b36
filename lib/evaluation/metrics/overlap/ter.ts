// Translation edit rate: Snover et al. (2006), "A Study of Translation Edit Rate with Targeted Human Annotation". Each
// shift of a block counts as one edit. Shifts are sought greedily, with the limits of the original program.
import { within } from "../unscored";

const LONGEST_SHIFT = 10;
const FURTHEST_SHIFT = 50;
const MOST_CANDIDATES = 1000;
const MOST_CELLS = 40_000_000;

/** How the hypothesis is aligned with the reference. */
interface Trace {
  readonly edits: number;
  /** For each position in the reference, the last position in the hypothesis that is handled there. */
  readonly places: readonly number[];
  readonly wrongInReference: readonly boolean[];
  readonly wrongInHypothesis: readonly boolean[];
}

type Words = readonly string[];

/** Edits alone, in one row. */
function editsOf(hypothesis: Words, reference: Words): number {
  const costs = Int32Array.from({ length: reference.length + 1 }, (_, column) => column);
  for (const [row, word] of hypothesis.entries()) {
    let diagonal = row;
    costs[0] = row + 1;
    for (let column = 1; column <= reference.length; column++) {
      const above = costs[column] ?? 0;
      const paired = diagonal + Number(word !== reference[column - 1]);
      costs[column] = Math.min(paired, above + 1, (costs[column - 1] ?? 0) + 1);
      diagonal = above;
    }
  }
  return costs[reference.length] ?? 0;
}

/** Among equal alignments, prefers a pair, then a word of the hypothesis alone, then one of the reference alone. */
function traceOf(hypothesis: Words, reference: Words): Trace {
  const width = reference.length + 1;
  const costs = new Int32Array(width * (hypothesis.length + 1));
  const cost = (row: number, column: number) => costs[row * width + column] ?? 0;
  for (let column = 0; column < width; column++) costs[column] = column;
  for (const [row, word] of hypothesis.entries()) {
    costs[(row + 1) * width] = row + 1;
    for (let column = 1; column < width; column++) {
      const paired = cost(row, column - 1) + Number(word !== reference[column - 1]);
      costs[(row + 1) * width + column] = Math.min(paired, cost(row, column) + 1, cost(row + 1, column - 1) + 1);
    }
  }
  const places = new Array<number>(reference.length).fill(-1);
  const wrongInReference = new Array<boolean>(reference.length).fill(true);
  const wrongInHypothesis = new Array<boolean>(hypothesis.length).fill(true);
  let [row, column] = [hypothesis.length, reference.length];
  while (row > 0 || column > 0) {
    const isEqual = hypothesis[row - 1] === reference[column - 1];
    if (row > 0 && column > 0 && cost(row, column) === cost(row - 1, column - 1) + Number(!isEqual)) {
      row--;
      column--;
      places[column] = row;
      wrongInReference[column] = wrongInHypothesis[row] = !isEqual;
    } else if (row > 0 && cost(row, column) === cost(row - 1, column) + 1) row--;
    else {
      column--;
      places[column] = row - 1;
    }
  }
  return { edits: cost(hypothesis.length, reference.length), places, wrongInReference, wrongInHypothesis };
}

/** Equal blocks of both texts that a shift could bring together. */
function* blocks(hypothesis: Words, reference: Words) {
  for (let from = 0; from < hypothesis.length; from++)
    for (let to = Math.max(0, from - FURTHEST_SHIFT); to < Math.min(reference.length, from + FURTHEST_SHIFT + 1); to++)
      for (let length = 1; length <= LONGEST_SHIFT; length++) {
        const last = hypothesis[from + length - 1];
        if (last === undefined || last !== reference[to + length - 1]) break;
        yield { from, to, length };
      }
}

function shifted(words: Words, from: number, length: number, target: number): Words {
  const block = words.slice(from, from + length);
  const rest = [...words.slice(0, from), ...words.slice(from + length)];
  // A target behind the block does not count the block; a target within it counts from the block's start.
  const at = target <= from ? target : target > from + length ? target - length : target;
  return [...rest.slice(0, at), ...block, ...rest.slice(at)];
}

interface Shift {
  readonly rank: readonly [gain: number, length: number, from: number, target: number];
  readonly words: Words;
}

const isBetter = (one: Shift["rank"], other: Shift["rank"]): boolean => {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
};

/** The positions before which a block could go: before what its equals in the reference are aligned with. */
function targets({ places }: Trace, to: number, length: number): number[] {
  const found: number[] = [];
  for (let offset = -1; offset < length; offset++) {
    const position = to + offset < 0 ? -1 : places[to + offset];
    if (position === undefined) break;
    if (found.at(-1) !== position + 1) found.push(position + 1);
  }
  return found;
}

/**
 * Edits, including shifts. Throws `Unscored` above 4·10⁷ pairs of words. Once that many pairs were compared in total,
 * it seeks no more shifts.
 */
export function terEdits(hypothesis: Words, reference: Words): number {
  if (reference.length === 0) return hypothesis.length;
  const cells = hypothesis.length * reference.length;
  within(cells, MOST_CELLS / 4, "The pair of texts");
  let [words, shifts, candidates] = [hypothesis, 0, 0];
  for (;;) {
    const trace = traceOf(words, reference);
    let best: Shift | null = null;
    for (const { from, to, length } of blocks(words, reference)) {
      if (candidates >= MOST_CANDIDATES || candidates * cells > MOST_CELLS) return shifts + trace.edits;
      if (!trace.wrongInHypothesis.slice(from, from + length).some(Boolean)) continue;
      if (!trace.wrongInReference.slice(to, to + length).some(Boolean)) continue;
      const position = trace.places[to] ?? -1;
      if (position >= from && position < from + length) continue;
      for (const target of targets(trace, to, length)) {
        candidates++;
        const moved = shifted(words, from, length, target);
        const rank = [trace.edits - editsOf(moved, reference), length, -from, -target] as const;
        if (!best || isBetter(rank, best.rank)) best = { rank, words: moved };
      }
    }
    if (!best || best.rank[0] <= 0) return shifts + trace.edits;
    words = best.words;
    shifts++;
  }
}

/**
 * Edits divided by the mean length of the references; with several references, the fewest edits. Words are lower-cased
 * and split at blanks.
 */
export function ter(hypotheses: readonly string[], references: readonly (readonly string[])[]): number {
  let [edits, length] = [0, 0];
  const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);
  for (const [index, hypothesis] of hypotheses.entries()) {
    const all = references.map((set) => wordsOf(set[index] ?? ""));
    edits += Math.min(...all.map((reference) => terEdits(wordsOf(hypothesis), reference)));
    length += all.reduce((sum, reference) => sum + reference.length, 0) / all.length;
  }
  return edits / length;
}
