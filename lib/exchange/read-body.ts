// Reads a body's bytes up to a limit.
import { LARGE_BYTES } from "@/lib/bounds/limits";
import type { Take } from "@/lib/bounds/room";
import type { Headed, ResponseBody } from "@/lib/exchange/exchange";

export interface SizeLimit {
  /** Bytes. */
  most: number;
  tooLarge: () => Error;
}

/** The chunks as they arrive. Above `most` bytes, the rest is dropped and `tooLarge` is thrown. */
export const bounded = (chunks: ResponseBody, { most, tooLarge }: SizeLimit): ResponseBody =>
  admitted(chunks, (size) => {
    if (size > most) throw tooLarge();
  });

/** The chunks, each after `admit` was called with the total size so far; if `admit` throws, the rest is dropped. */
const admitted = (chunks: ResponseBody, admit: (size: number) => void | Promise<void>): ResponseBody => ({
  // Not a generator, which would cost two more promises per chunk.
  [Symbol.asyncIterator]() {
    const iterator = chunks[Symbol.asyncIterator]();
    let size = 0;
    return {
      async next() {
        const chunk = await iterator.next();
        if (chunk.done) return chunk;
        size += chunk.value.byteLength;
        try {
          const admission = admit(size);
          if (admission) await admission;
        } catch (error) {
          await iterator.return?.();
          throw error;
        }
        return chunk;
      },
      async return() {
        await iterator.return?.();
        return { done: true, value: undefined };
      },
    };
  },
});

/** The same for a request, which is refused before its first chunk if it announces a larger size. */
export function boundedBody(request: Headed & { body: ResponseBody }, bound: SizeLimit): ResponseBody {
  if (announced(request, 0) > bound.most) throw bound.tooLarge();
  return bounded(request.body, bound);
}

/** The same, for a reader that keeps the chunks: the rest of a large body is read once there is room for all of it. */
export function heldBody(
  request: Headed & { body: ResponseBody },
  { most, tooLarge }: SizeLimit,
  take: Take,
): ResponseBody {
  if (announced(request, 0) > most) throw tooLarge();
  let hasRoom = false;
  return admitted(request.body, (size) => {
    if (size > most) throw tooLarge();
    if (size <= LARGE_BYTES || hasRoom) return;
    hasRoom = true;
    return take(Math.max(size, announced(request, most)));
  });
}

const announced = ({ header }: Headed, otherwise: number): number => Number(header("content-length")) || otherwise;

/** All chunks joined. */
export async function joined(chunks: ResponseBody): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  const [only = new Uint8Array()] = parts;
  if (parts.length < 2) return only;
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
