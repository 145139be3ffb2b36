// What a row's script makes its customer say.
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
