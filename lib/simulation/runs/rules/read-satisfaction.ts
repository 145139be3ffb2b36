// A model's rating of a customer's satisfaction.
import { objectIn } from "@/lib/evaluation/judge/object-in";

/** Reads a whole number from 1 to 10; anything else is a problem, and the model is asked once more. */
export function readSatisfaction(text: string): { score: number } | { problem: string } {
  const raw = objectIn(text, "score")?.score;
  const score = typeof raw === "string" && raw.trim() !== "" ? Number(raw) : raw;
  return typeof score === "number" && Number.isInteger(score) && score >= 1 && score <= 10
    ? { score }
    : { problem: "Answer with a JSON object whose score is a whole number from 1 to 10." };
}
