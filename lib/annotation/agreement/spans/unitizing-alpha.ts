// Krippendorff's α for unitizing: how far annotators mark the same pieces of texts.
import { beyondChance, emptySample, type Measure } from "../measure";

/** A marked piece, from `start` up to but without `end`. */
export interface Unit {
  readonly start: number;
  readonly end: number;
  readonly category: string;
}

/** One text as its annotators marked it; several equal ones are one row. */
export interface MarkedText {
  readonly items: number;
  readonly length: number;
  readonly answers: readonly (readonly Unit[])[];
}

/** A piece of a text under one category: marked, or the gap between marked ones. */
interface Section {
  readonly start: number;
  readonly length: number;
  readonly isMarked: boolean;
}

/** What a row adds to the sums of one category. */
interface Part {
  /** δ² over all pairs of annotators, each in both orders. */
  readonly observed: number;
  readonly marked: readonly number[];
  readonly gaps: readonly number[];
}

export interface UnitizedRow {
  readonly items: number;
  readonly length: number;
  readonly parts: readonly Part[];
}

/** Sections of one annotator under one category. Marked pieces that overlap count as one. */
function sectionsOf(units: readonly Unit[], category: string, length: number): Section[] {
  const own = units.filter((unit) => unit.category === category).sort((one, other) => one.start - other.start);
  const sections: Section[] = [];
  let at = 0;
  for (const { start, end } of own) {
    const last = sections.at(-1);
    if (last?.isMarked && start < at) {
      at = Math.max(at, end);
      sections[sections.length - 1] = { ...last, length: at - last.start };
      continue;
    }
    if (start > at) sections.push({ start: at, length: start - at, isMarked: false });
    sections.push({ start, length: end - start, isMarked: true });
    at = end;
  }
  if (at < length) sections.push({ start: at, length: length - at, isMarked: false });
  return sections;
}

/** Squared distances of the ends of two marked pieces that overlap; a piece that lies in a gap adds its squared length. */
function difference(one: Section, other: Section): number {
  const [oneEnd, otherEnd] = [one.start + one.length, other.start + other.length];
  if (one.isMarked && other.isMarked)
    return one.start < otherEnd && other.start < oneEnd ? (one.start - other.start) ** 2 + (oneEnd - otherEnd) ** 2 : 0;
  if (one.isMarked === other.isMarked) return 0;
  const [marked, gap] = one.isMarked ? [one, other] : [other, one];
  const isInside = marked.start >= gap.start && marked.start + marked.length <= gap.start + gap.length;
  return isInside ? marked.length ** 2 : 0;
}

function partOf(answers: MarkedText["answers"], category: string, length: number): Part {
  const all = answers.map((units) => sectionsOf(units, category, length));
  let observed = 0;
  for (const [index, one] of all.entries())
    for (const other of all.slice(index + 1))
      for (const section of one) for (const facing of other) observed += 2 * difference(section, facing);
  const lengths = (isMarked: boolean) =>
    all.flat().flatMap((section) => (section.isMarked === isMarked ? [section.length] : []));
  return { observed, marked: lengths(true), gaps: lengths(false) };
}

/** What α sums up, once for each row, so that resampling does not compare sections again. */
export const unitized = (texts: readonly MarkedText[], categories: readonly string[]): UnitizedRow[] =>
  texts.map(({ items, length, answers }) => ({
    items,
    length,
    parts: categories.map((category) => partOf(answers, category, length)),
  }));

/**
 * α of texts that all have `size` annotators, over all categories: Krippendorff (1995), "On the reliability of
 * unitizing continuous data", Sociological Methodology 25, as corrected in Krippendorff (2004), "Content Analysis", 2nd
 * edition, 11.6. The texts are one continuum, but no piece lies in two of them: gaps end where a text does.
 */
export function unitizingAlpha(rows: readonly UnitizedRow[], size: number, categories: number): Measure {
  const items = rows.reduce((sum, row) => sum + row.items, 0);
  const sample = { ...emptySample, items, comparisons: (items * size * (size - 1)) / 2 };
  const length = rows.reduce((sum, row) => sum + row.items * row.length, 0);
  let [observed, expected] = [0, 0];
  for (let category = 0; category < categories; category++) {
    const { observed: own, chance } = disagreements(rows, category, size, length);
    observed += own;
    expected += chance;
  }
  return beyondChance(observed, expected, sample);
}

/** Observed and expected disagreement of one category. */
export function disagreements(rows: readonly UnitizedRow[], category: number, size: number, length: number) {
  let observed = 0;
  const marked = new Map<number, number>();
  const gaps = new Map<number, number>();
  const add = (sums: Map<number, number>, key: number, by: number) => sums.set(key, (sums.get(key) ?? 0) + by);
  for (const { items, parts } of rows) {
    const part = parts[category];
    if (!part) continue;
    observed += items * part.observed;
    for (const own of part.marked) add(marked, own, items);
    for (const own of part.gaps) add(gaps, own, items);
  }
  return {
    observed: observed / (size * (size - 1) * length ** 2),
    chance: expectedOf(marked, gaps, size * length) / length,
  };
}

/** All ways to place each marked piece against the others, and into the gaps that have room for it. */
function expectedOf(marked: Map<number, number>, gaps: Map<number, number>, places: number): number {
  const long = [...gaps].sort(([one], [other]) => other - one);
  const others = [...marked.values()].reduce((sum, times) => sum + times, 0) - 1;
  let [at, room, count, sum, within] = [0, 0, 0, 0, 0];
  for (const [own, times] of [...marked].sort(([one], [other]) => other - one)) {
    for (; at < long.length && (long[at]?.[0] ?? 0) >= own; at++) {
      const [gap, many] = long[at] ?? [0, 0];
      room += many * gap;
      count += many;
    }
    const againstOthers = (others / 3) * (2 * own ** 3 - 3 * own ** 2 + own);
    sum += times * (againstOthers + own ** 2 * (room - count * (own - 1)));
    within += times * own * (own - 1);
  }
  return (2 * sum) / (places * (places - 1) - within);
}
