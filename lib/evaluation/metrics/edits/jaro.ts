/**
 * Jaro's similarity: (m/|a| + m/|b| + (m − t)/m)/3. Jaro (1989), “Advances in record-linkage methodology”. Members
 * match within half the longer length less one. Takes linear time: of equal members the leftmost are matched first, in
 * order.
 */
export function jaro(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : 0;
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const places = new Map<string, { at: number[]; next: number }>();
  for (const [index, member] of b.entries()) {
    const own = places.get(member);
    if (own) own.at.push(index);
    else places.set(member, { at: [index], next: 0 });
  }
  const taken: number[] = [];
  for (const [index, member] of a.entries()) {
    const own = places.get(member);
    if (!own) continue;
    while ((own.at[own.next] ?? Number.POSITIVE_INFINITY) < index - reach) own.next++;
    const position = own.at[own.next];
    if (position === undefined || position > index + reach) continue;
    own.next++;
    taken.push(position);
  }
  if (taken.length === 0) return 0;
  const inOrder = Int32Array.from(taken).sort();
  // An odd count leaves half a transposition, which NLTK and jellyfish drop, as Winkler's own program does.
  const moved = Math.floor(taken.filter((position, index) => b[position] !== b[inOrder[index] ?? -1]).length / 2);
  return (taken.length / a.length + taken.length / b.length + (taken.length - moved) / taken.length) / 3;
}

const LONGEST_PREFIX = 4;

/** Jaro's similarity, raised for a common prefix of up to four: Winkler (1990), “String comparator metrics”. */
export function jaroWinkler(a: readonly string[], b: readonly string[], prefixWeight = 0.1): number {
  const similarity = jaro(a, b);
  let prefix = 0;
  while (prefix < LONGEST_PREFIX && prefix < a.length && a[prefix] === b[prefix]) prefix++;
  return similarity + prefix * prefixWeight * (1 - similarity);
}
