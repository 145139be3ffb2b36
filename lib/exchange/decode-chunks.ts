// Decodes UTF-8 that arrives in chunks.

const whole = { strict: new TextDecoder("utf-8", { fatal: true }), lenient: new TextDecoder() };

/** A streaming decoder allocates its own converter. Most texts arrive in one chunk and need none. */
export class DecodedText {
  readonly #kind: keyof typeof whole;
  #only: Uint8Array | undefined;
  #decoder: TextDecoder | undefined;
  #text = "";

  /** `strict` throws on invalid UTF-8, `lenient` replaces it with U+FFFD. */
  constructor(kind: keyof typeof whole) {
    this.#kind = kind;
  }

  add(chunk: Uint8Array): void {
    if (!this.#only && !this.#decoder) this.#only = chunk;
    else {
      this.#decoder ??= new TextDecoder("utf-8", { fatal: this.#kind === "strict" });
      if (this.#only) this.#text = this.#decoder.decode(this.#only, { stream: true });
      this.#only = undefined;
      this.#text += this.#decoder.decode(chunk, { stream: true });
    }
  }

  /** The whole text. Call it once, at the end. */
  end(): string {
    if (this.#only) return whole[this.#kind].decode(this.#only);
    return this.#text + (this.#decoder?.decode() ?? "");
  }
}

const plain = new TextDecoder("utf-8", { ignoreBOM: true });

/** The text of each chunk as it arrives, decoded leniently. */
export class ChunkDecoder {
  #decoder: TextDecoder | undefined;
  #isFirst = true;

  take(chunk: Uint8Array): string {
    const text = this.#decode(chunk);
    const isMarked = this.#isFirst && text.startsWith("\uFEFF");
    if (text !== "") this.#isFirst = false;
    return isMarked ? text.slice(1) : text;
  }

  /** The replacement for a truncated character. */
  end(): string {
    return this.#decoder?.decode() ?? "";
  }

  #decode(chunk: Uint8Array): string {
    const last = chunk.at(-1);
    // Until a chunk ends within a character, no state is needed; a decoder with state is ten times slower.
    if (!this.#decoder && last !== undefined && last < 0x80) return plain.decode(chunk);
    this.#decoder ??= new TextDecoder("utf-8", { ignoreBOM: true });
    return this.#decoder.decode(chunk, { stream: true });
  }
}
