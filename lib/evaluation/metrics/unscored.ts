/** Why there is no score, in a sentence for people. */
export class Unscored extends Error {
  override readonly name = "Unscored";
}

/** Throws `Unscored` if a text or a list would take longer than a request may. */
export function within(steps: number, most: number, what: string): void {
  if (steps > most) throw new Unscored(`${what} is too long to compare (${steps} steps, at most ${most} are taken).`);
}
