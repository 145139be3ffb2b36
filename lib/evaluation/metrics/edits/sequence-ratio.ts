import { within } from "../unscored";

const MOST_STEPS = 25_000_000;

interface Range {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

/**
 * 2·M/T, where M counts the members in matching blocks: the longest block first, then those before and after it.
 * Ratcliff and Obershelp (1988), “Pattern matching: the gestalt approach”. Like Python's difflib without junk and
 * without its rule that drops frequent members of long texts. Not symmetric. Throws `Unscored` if the search would take
 * too long.
 */
export function sequenceRatio(a: readonly string[], b: readonly string[]): number {
  const all = a.length + b.length;
  if (all === 0) return 1;
  const longest = longestBlocks(a, b);
  const ranges: Range[] = [{ from: [0, a.length], to: [0, b.length] }];
  let matched = 0;
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    const { at, position, size } = longest(range);
    if (size === 0) continue;
    matched += size;
    const { from, to } = range;
    ranges.push({ from: [from[0], at], to: [to[0], position] });
    ranges.push({ from: [at + size, from[1]], to: [position + size, to[1]] });
  }
  return (2 * matched) / all;
}

function longestBlocks(a: readonly string[], b: readonly string[]) {
  const places = new Map<string, number[]>();
  for (const [index, member] of b.entries()) {
    const own = places.get(member);
    if (own) own.push(index);
    else places.set(member, [index]);
  }
  // The first search is the largest, so its cost is known before it begins.
  let first = 0;
  for (const member of a) first += places.get(member)?.length ?? 0;
  within(first, MOST_STEPS, "The pair of texts");
  // The length of the block that ends before each position, and the row that wrote it.
  const lengths = new Int32Array(b.length + 1);
  const rows = new Float64Array(b.length + 1);
  let [row, steps] = [1, 0];
  return ({ from, to }: Range) => {
    let best = { at: from[0], position: to[0], size: 0 };
    row++;
    for (let index = from[0]; index < from[1] && to[0] < to[1]; index++) {
      row++;
      const own = places.get(a[index] ?? "") ?? [];
      // From the right, so that the previous row's value is read before it is overwritten.
      for (let at = firstFrom(own, to[1]) - 1; at >= 0; at--) {
        const position = own[at] ?? -1;
        if (position < to[0]) break;
        steps++;
        const size = rows[position] === row - 1 ? (lengths[position] ?? 0) + 1 : 1;
        lengths[position + 1] = size;
        rows[position + 1] = row;
        const start = index - size + 1;
        if (size > best.size || (size === best.size && start === best.at))
          best = { at: start, position: position - size + 1, size };
      }
      within(steps, MOST_STEPS, "The pair of texts");
    }
    return best;
  };
}

/** How many of the ascending numbers are below the limit. */
function firstFrom(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
