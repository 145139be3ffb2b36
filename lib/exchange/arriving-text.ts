// UTF-8 that comes in pieces, as text.

const whole = { strict: new TextDecoder("utf-8", { fatal: true }), lenient: new TextDecoder() };

/** A decoder that is told of pieces costs a converter of its own; most texts come in one, and need none. */
export class ArrivingText {
  readonly #kind: keyof typeof whole;
  #only: Uint8Array | undefined;
  #decoder: TextDecoder | undefined;
  #text = "";

  /** `strict` throws at bytes that are no UTF-8, `lenient` puts U+FFFD in their place. */
  constructor(kind: keyof typeof whole) {
    this.#kind = kind;
  }

  add(piece: Uint8Array): void {
    if (!this.#only && !this.#decoder) this.#only = piece;
    else {
      this.#decoder ??= new TextDecoder("utf-8", { fatal: this.#kind === "strict" });
      if (this.#only) this.#text = this.#decoder.decode(this.#only, { stream: true });
      this.#only = undefined;
      this.#text += this.#decoder.decode(piece, { stream: true });
    }
  }

  /** All of it. Nothing comes after that. */
  end(): string {
    if (this.#only) return whole[this.#kind].decode(this.#only);
    return this.#text + (this.#decoder?.decode() ?? "");
  }
}

const plain = new TextDecoder("utf-8", { ignoreBOM: true });

/** The same as it comes, leniently, each piece's text at once. */
export class ArrivingPieces {
  #decoder: TextDecoder | undefined;
  #isFirst = true;

  take(piece: Uint8Array): string {
    const text = this.#decode(piece);
    const isMarked = this.#isFirst && text.startsWith("\uFEFF");
    if (text !== "") this.#isFirst = false;
    return isMarked ? text.slice(1) : text;
  }

  /** What stands for a character that was cut. */
  end(): string {
    return this.#decoder?.decode() ?? "";
  }

  #decode(piece: Uint8Array): string {
    const last = piece.at(-1);
    // Until a piece ends within a character none needs to be remembered; a decoder that remembers is ten times as slow.
    if (!this.#decoder && last !== undefined && last < 0x80) return plain.decode(piece);
    this.#decoder ??= new TextDecoder("utf-8", { ignoreBOM: true });
    return this.#decoder.decode(piece, { stream: true });
  }
}
