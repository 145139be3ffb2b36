/**
 * Why a body is not taken: there is too much of it, it cannot be read as what it should be, or what it holds is not borne.
 * Platform and gateway each have their own words on the wire for the three.
 */
export class Refusal extends Error {
  readonly kind: "tooLarge" | "unreadable" | "unbearable";

  constructor(kind: Refusal["kind"], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
