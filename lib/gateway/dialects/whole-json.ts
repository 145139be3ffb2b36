const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Whether a JSON object that comes in chunks is whole. */
export class WholeJson {
  isEmpty = true;
  isWhole = false;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;

  add(chunk: string): void {
    this.isEmpty &&= chunk === "";
    for (let at = 0; at < chunk.length && !this.isWhole; at += 1) this.#read(chunk.charCodeAt(at));
  }

  #read(unit: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (this.#isInText && unit === BACKSLASH) this.#isEscaped = true;
    else if (unit === QUOTE) this.#isInText = !this.#isInText;
    else if (this.#isInText) return;
    else if (unit === OPEN_OBJECT || unit === OPEN_LIST) this.#depth += 1;
    else if (unit === CLOSE_OBJECT || unit === CLOSE_LIST) {
      this.#depth -= 1;
      this.isWhole = this.#depth <= 0;
    }
  }
}
