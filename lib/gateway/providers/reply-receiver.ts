// A provider's answer while it arrives. undici's own `request` makes a Node stream of every answer, with a dozen listeners;
// this takes the chunks from the parser as they come.

import type { Dispatcher } from "undici";
import type { ResponseBody } from "@/lib/exchange/exchange";
import type { Signal } from "@/lib/exchange/signal";
import type { ProviderReply } from "./provider";

/** How much of an unread answer is buffered; beyond that the provider waits. */
const MAX_BUFFERED_BYTES = 64 * 1024;

interface Waiter {
  resolve(chunk: IteratorResult<Uint8Array, undefined>): void;
  reject(error: unknown): void;
}

const EMPTY = new Uint8Array();
const done: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** The outcome of an answer: its end, or the error that broke it. */
type End = { error?: unknown };

type ReceivedReply = ProviderReply & { body: ResponseBody };

/** Reports the answer when its headers are there. Its body is read on demand. Pass it to `dispatch`. */
export class ReplyReceiver implements Dispatcher.DispatchHandlers, AsyncIterator<Uint8Array, undefined> {
  readonly #answered: (reply: ReceivedReply) => void;
  readonly #failed: (error: unknown) => void;
  readonly #signal: Signal;
  #giveUp: ((error?: Error) => void) | undefined;
  #resume: (() => void) | undefined;
  #chunks: Uint8Array[] = [];
  #bufferedBytes = 0;
  #waiter: Waiter | undefined;
  #end: End | undefined;

  constructor(answered: (reply: ReceivedReply) => void, failed: (error: unknown) => void, signal: Signal) {
    this.#answered = answered;
    this.#failed = failed;
    this.#signal = signal;
    signal.addEventListener("abort", this);
  }

  handleEvent(): void {
    this.#leave(this.#signal.reason);
  }

  onConnect(giveUp: (error?: Error) => void): void {
    this.#giveUp = giveUp;
    if (this.#end) giveUp();
  }

  onHeaders(status: number, raw: Buffer[], resume: () => void): boolean {
    // Others come before the answer's own: 100, 103.
    if (status < 200) return true;
    this.#resume = resume;
    this.#answered({ status, headers: headersIn(raw), body: { [Symbol.asyncIterator]: () => this } });
    return true;
  }

  onData(chunk: Buffer): boolean {
    const waiter = this.#waiter;
    if (waiter) {
      this.#waiter = undefined;
      waiter.resolve({ done: false, value: chunk });
      return true;
    }
    this.#chunks.push(chunk);
    this.#bufferedBytes += chunk.length;
    return this.#bufferedBytes < MAX_BUFFERED_BYTES;
  }

  onComplete(): void {
    this.#finish({});
  }

  onError(error: Error): void {
    this.#finish({ error });
  }

  /** All that has come meanwhile as one chunk. */
  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#chunks.length > 0) {
      const [first = EMPTY, ...more] = this.#chunks;
      const isFull = this.#bufferedBytes >= MAX_BUFFERED_BYTES;
      this.#chunks = [];
      this.#bufferedBytes = 0;
      if (isFull) this.#resume?.();
      return Promise.resolve({ done: false, value: more.length > 0 ? Buffer.concat([first, ...more]) : first });
    }
    if (this.#end) return "error" in this.#end ? Promise.reject(this.#end.error) : Promise.resolve(done);
    return new Promise((resolve, reject) => {
      this.#waiter = { resolve, reject };
    });
  }

  /** At once, also while a chunk is waited for. */
  async return(): Promise<IteratorReturnResult<undefined>> {
    if (!this.#end) this.#leave(new Error("The rest of the answer is not needed."));
    return done;
  }

  #leave(error: unknown): void {
    this.#finish({ error });
    this.#chunks = [];
    this.#giveUp?.();
  }

  #finish(end: End): void {
    if (this.#end) return;
    this.#end = end;
    this.#signal.removeEventListener("abort", this);
    if ("error" in end) {
      this.#failed(end.error);
      this.#waiter?.reject(end.error);
    } else this.#waiter?.resolve(done);
    this.#waiter = undefined;
  }
}

/** By names in lower case; several lines of one are joined by commas. */
function headersIn(raw: Buffer[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at]?.toString("latin1").toLowerCase() ?? "";
    const value = raw[at + 1]?.toString("latin1") ?? "";
    const before = headers[name];
    headers[name] = before === undefined ? value : `${before},${value}`;
  }
  return headers;
}
