import type { FiredGuardrail } from "@/lib/contracts/gateway/request-record";

/** The most serious first. */
const effects = ["block", "alter", "warn", "log"] as const;
const words = { block: "blocked", alter: "altered", warn: "warned", log: "logged" } as const;
const verbs = { ...words, warn: "warned about" } as const;

/** "altered the request". */
export const effectOf = ({ effect, stage }: Pick<FiredGuardrail, "effect" | "stage">): string =>
  `${verbs[effect]} the ${stage === "pre" ? "request" : "answer"}`;

/** What guardrails did to a request: the word of the most serious one, and all of them; null if none fired. */
export function guardrailMark(fired: readonly FiredGuardrail[]): { word: string; title: string } | null {
  const effect = effects.find((each) => fired.some((guardrail) => guardrail.effect === each));
  if (!effect) return null;
  const title = fired.map((guardrail) => `guardrail ${guardrail.name} ${effectOf(guardrail)}`).join(", ");
  return { word: words[effect], title: `G${title.slice(1)}` };
}
