import { isRecord } from "@/lib/records";

const DIGITS = 4;

/** A verdict as text: a number with four digits, a choice with its score, a text unchanged. */
export function verdictText(output: unknown): string {
  if (typeof output === "number") return numberText(output);
  if (Array.isArray(output)) return output.map(verdictText).join(", ");
  if (!isRecord(output)) return String(output ?? "–");
  const choice = output.choice ?? output.choices;
  if (choice === undefined) return JSON.stringify(output);
  const { score } = output;
  return typeof score === "number" ? `${verdictText(choice)} (${numberText(score)})` : verdictText(choice);
}

/** A number that is not 0 is never shown as 0. */
export function numberText(value: number): string {
  const text = value.toLocaleString("en", { maximumFractionDigits: DIGITS });
  return value !== 0 && Number(text) === 0 ? value.toExponential(2) : text;
}
