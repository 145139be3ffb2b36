// The customer who needs no model: says what its row's script says, or where there is none what follows from the row and the seed.
import { seeded } from "./random";

/** Texts that the customer says; null where the simulator's model speaks for itself, from the last on as long as it likes. */
export type Script = readonly (string | null)[];

export type Scripted =
  | { kind: "say"; text: string }
  /** The model's turn. */
  | { kind: "generate" }
  /** Nothing is left to be said. */
  | { kind: "end" };

/** What the customer's turn number `index` is, from 0. Without a script every turn is the model's. */
export function scriptedTurn(script: Script | null, index: number): Scripted {
  if (!script || script.length === 0) return { kind: "generate" };
  if (index >= script.length) return script.at(-1) === null ? { kind: "generate" } : { kind: "end" };
  const text = script[index];
  return typeof text === "string" ? { kind: "say", text } : { kind: "generate" };
}

const ASKING = [
  "Could you tell me more about that?",
  "All right. What do you need from me?",
  "I see. How long will that take?",
  "And what happens next?",
];
const THANKS = ["That answers it, thank you.", "Good, that is all I needed. Thanks.", "Thank you for your help."];

/** A script without a model, for simulators that are named `scripted`: the situation first, then questions, then thanks. */
export function plainScript(row: { situation: string; initialMessage: string }, seed: number, place: string): Script {
  const random = seeded(seed, place);
  const pick = (texts: readonly string[]): string => texts[Math.floor(random() * texts.length)] ?? "";
  const opening = row.initialMessage || spokenOf(row.situation) || "Hi!";
  const asked = new Set<string>();
  for (let left = 1 + Math.floor(random() * 2); left > 0; left -= 1) asked.add(pick(ASKING));
  return [opening, ...asked, pick(THANKS)];
}

/** A situation is written in the third person; a customer tells it as a matter of fact. */
const spokenOf = (situation: string): string => {
  const text = situation.replaceAll(/\s+/g, " ").trim();
  return text === "" ? "" : `Hello, I am writing about this: ${text}`;
};
