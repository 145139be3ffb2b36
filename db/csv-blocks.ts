import { Transform, type TransformCallback } from "node:stream";

const BLOCK_BYTES = 64 * 1024;
const LINE_END = "\r\n";

/**
 * COPY's rows as larger blocks of lines that end as RFC 4180 has it. Takes one row a chunk, as the protocol sends them and as
 * `pipe` hands them on.
 */
export class CsvBlocks extends Transform {
  #block = Buffer.allocUnsafe(BLOCK_BYTES);
  #filled = 0;

  constructor() {
    super({ readableObjectMode: true, readableHighWaterMark: 4 });
  }

  override _transform(row: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const length = row.length - 1; // without COPY's own line end
    if (this.#filled + length + LINE_END.length > this.#block.length) this.#send(length + LINE_END.length);
    row.copy(this.#block, this.#filled, 0, length);
    this.#filled += length + this.#block.write(LINE_END, this.#filled + length, "latin1");
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#send(0);
    done();
  }

  /** Emits the block's content, and begins a block with room for `next` bytes. */
  #send(next: number): void {
    if (this.#filled > 0) this.push(this.#block.subarray(0, this.#filled));
    this.#block = Buffer.allocUnsafe(Math.max(BLOCK_BYTES, next));
    this.#filled = 0;
  }
}
