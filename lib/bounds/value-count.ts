// Counts what a JSON text holds while it arrives. Small values cost far more to build than to send, so their number is
// known, and bounded, before anything is built of them.
import { Refusal } from "./refusal";

const [QUOTE, COMMA, COLON, BACKSLASH] = [34, 44, 58, 92];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [91, 93, 123, 125];
/** Far more than any schema takes, and few enough for whatever works on it by recursion. */
const MAX_NESTING = 1_000;

export class ValueCount {
  readonly #most: number;
  #count = 0;
  #depth = 0;
  #isText = false;
  #isEscaped = false;

  constructor(most: number) {
    this.#most = most;
  }

  /** Throws as soon as the bytes so far hold more values and names of members than are taken, or nest too deep. */
  add(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#isText) this.#passText(byte);
      else if (byte === QUOTE) this.#isText = true;
      else if (byte === COMMA || byte === COLON) this.#count += 1;
      else if (byte === LIST || byte === OBJECT) this.#open();
      else if (byte === LIST_END || byte === OBJECT_END) this.#depth -= 1;
    }
    if (this.#count > this.#most)
      throw new Refusal("tooLarge", `The request body holds more than ${this.#most} values.`);
  }

  #passText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isText = false;
  }

  #open(): void {
    this.#count += 1;
    this.#depth += 1;
    if (this.#depth > MAX_NESTING) {
      throw new Refusal("unbearable", `The request body is nested deeper than ${MAX_NESTING} levels.`);
    }
  }
}
