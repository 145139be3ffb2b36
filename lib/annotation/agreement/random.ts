/** A number in [0, 1). */
export type Random = () => number;

/**
 * The sfc32 generator of the PractRand test suite, seeded by four FNV-1a hashes of a text: the same text gives the same
 * numbers everywhere.
 */
export function seededRandom(seed: string): Random {
  let [a, b, c, d] = [hash(seed, 0), hash(seed, 1), hash(seed, 2), 1];
  const next = (): number => {
    const result = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + result) | 0;
    return result >>> 0;
  };
  // The first outputs still reflect the seed's structure.
  for (let round = 0; round < 20; round++) next();
  return () => ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 53;
}

function hash(text: string, variant: number): number {
  let state = (0x811c9dc5 ^ variant) | 0;
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  return Math.imul(state ^ (state >>> 16), 0x85ebca6b) ^ variant;
}
