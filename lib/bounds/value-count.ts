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
    for (let at = this.#isText ? this.#afterText(bytes, 0) : 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) at = this.#afterText(bytes, at + 1) - 1;
      else if (byte === COMMA || byte === COLON) this.#count += 1;
      else if (byte === LIST || byte === OBJECT) this.#open();
      else if (byte === LIST_END || byte === OBJECT_END) this.#depth -= 1;
    }
    if (this.#count > this.#most)
      throw new Refusal("tooLarge", `The request body holds more than ${this.#most} values.`);
  }

  /** Where a text ends within which `from` is; texts are long, so their ends are searched and not walked to. */
  #afterText(bytes: Uint8Array, from: number): number {
    for (let begin = from + Number(this.#isEscaped); ; ) {
      const quote = bytes.indexOf(QUOTE, begin);
      const end = quote < 0 ? bytes.length : quote;
      this.#isText = quote < 0;
      this.#isEscaped = begin > end ? this.#isEscaped : isEscapedAt(bytes, begin, end);
      if (this.#isText) return end;
      if (!this.#isEscaped) return end + 1;
      this.#isEscaped = false;
      begin = end + 1;
    }
  }

  #open(): void {
    this.#count += 1;
    this.#depth += 1;
    if (this.#depth > MAX_NESTING) {
      throw new Refusal("unbearable", `The request body is nested deeper than ${MAX_NESTING} levels.`);
    }
  }
}

/** Whether an odd number of backslashes stands before a place, back to where none is escaped itself. */
function isEscapedAt(bytes: Uint8Array, begin: number, position: number): boolean {
  let first = position;
  while (first > begin && bytes[first - 1] === BACKSLASH) first--;
  return (position - first) % 2 === 1;
}
