const DIGITS: Record<string, string> = {
  b: "1",
  f: "1",
  p: "1",
  v: "1",
  c: "2",
  g: "2",
  j: "2",
  k: "2",
  q: "2",
  s: "2",
  x: "2",
  z: "2",
  d: "3",
  t: "3",
  l: "4",
  m: "5",
  n: "5",
  r: "6",
};

/** The Soundex code of a word, as the U.S. National Archives define it; null for a word without Latin letters. */
export function soundex(word: string): string | null {
  const letters = word
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "");
  const [first] = letters;
  if (!first) return null;
  let code = first.toUpperCase();
  let before = DIGITS[first] ?? "";
  for (const letter of letters.slice(1)) {
    const digit = DIGITS[letter] ?? "";
    if (digit !== "" && digit !== before) code += digit;
    // A vowel separates two letters of the same digit; h and w do not.
    if (letter !== "h" && letter !== "w") before = digit;
  }
  return code.slice(0, 4).padEnd(4, "0");
}
