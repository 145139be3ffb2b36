// What the customer says under a row's script.
/** The customer's texts. Null leaves the turn to the simulator's model; a final null, all further turns. */
export type Script = readonly (string | null)[];

export type Scripted =
  | { kind: "say"; text: string }
  /** The model's turn. */
  | { kind: "generate" }
  /** Nothing is left to say. */
  | { kind: "end" };

/** The customer's turn number `index`, from 0. Without a script every turn is the model's. */
export function scriptedTurn(script: Script | null, index: number): Scripted {
  if (!script || script.length === 0) return { kind: "generate" };
  if (index >= script.length) return script.at(-1) === null ? { kind: "generate" } : { kind: "end" };
  const text = script[index];
  return typeof text === "string" ? { kind: "say", text } : { kind: "generate" };
}

/** Whether the script leaves no turn to a model. */
export const isWholeScript = (script: Script | null): boolean =>
  script !== null && script.length > 0 && script.every((text) => text !== null);
