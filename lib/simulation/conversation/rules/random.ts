// Reproducible random numbers in [0, 1), by mulberry32 (Ettinger, public domain) over a hash of the seed.
export function seeded(...parts: readonly (string | number)[]): () => number {
  let state = 2_166_136_261;
  for (const character of parts.join("\n")) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
