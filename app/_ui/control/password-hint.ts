import { SHORTEST_PASSWORD } from "@/lib/contracts/limits";

export interface PasswordHint {
  level: "missing" | "weak" | "long" | "good";
  text: string;
}

/** What a new password still lacks. `problem` is why it would be refused: null if it is good, undefined while unknown. */
export function passwordHint(password: string, problem: string | null | undefined): PasswordHint {
  const missing = SHORTEST_PASSWORD - password.length;
  if (password === "")
    return {
      level: "missing",
      text: `At least ${SHORTEST_PASSWORD} characters. A few words are easy to remember.`,
    };
  if (missing > 0)
    return { level: "missing", text: `${missing} more ${missing === 1 ? "character" : "characters"} needed.` };
  if (problem) return { level: "weak", text: problem };
  return problem === null ? { level: "good", text: "Good." } : { level: "long", text: "Long enough." };
}
