const SHORTEST = 10;
const LONG = 16;
const FEW_CHARACTERS = 5;

export interface PasswordHint {
  level: "missing" | "weak" | "fair" | "strong";
  text: string;
}

/** What a new password still lacks. Length is the rule; the rest is advice. `about` are words that a guesser would try first. */
export function passwordHint(password: string, about: readonly string[] = []): PasswordHint {
  const missing = SHORTEST - password.length;
  if (password === "")
    return { level: "missing", text: `At least ${SHORTEST} characters. A few words are easy to keep in mind.` };
  if (missing > 0)
    return { level: "missing", text: `${missing} more ${missing === 1 ? "character" : "characters"} needed.` };
  const told = about.flatMap(wordsOf).find((word) => password.toLowerCase().includes(word));
  if (told) return { level: "weak", text: `Weak: it contains “${told}”, which others know.` };
  if (new Set(password).size < FEW_CHARACTERS) return { level: "weak", text: "Weak: it repeats a few characters." };
  if (password.length < LONG) return { level: "fair", text: "Fair. One more word makes it strong." };
  return { level: "strong", text: "Strong." };
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s@._-]+/)
    .filter((word) => word.length > 3);
