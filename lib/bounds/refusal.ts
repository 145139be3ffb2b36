/**
 * Why a body is not taken: there is too much of it, it cannot be read as what it should be, what it holds is not borne, or it is
 * compressed in an unknown way. Platform and gateway each have their own words on the wire for the four.
 */
export class Refusal extends Error {
  readonly kind: "tooLarge" | "unreadable" | "unbearable" | "encoded";

  constructor(kind: Refusal["kind"], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
