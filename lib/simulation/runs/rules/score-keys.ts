// The members of `kpis` that carry evaluations' averages.

/** A key for each name, of its letters and digits. Taken keys, and keys of earlier names, get a number. */
export function scoreKeys(names: readonly string[], taken: ReadonlySet<string>): string[] {
  const used = new Set(taken);
  return names.map((name) => {
    const plain = `avg_${name.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}_]+/gu, "_")}`;
    let key = plain;
    for (let number = 2; used.has(key); number += 1) key = `${plain}_${number}`;
    used.add(key);
    return key;
  });
}
