// Reads a body's bytes as far as a bound.
import { LARGE_BYTES } from "@/lib/bounds/limits";
import type { Take } from "@/lib/bounds/room";
import type { Headed, ResponseBody } from "@/lib/exchange/exchange";

interface SizeLimit {
  /** Bytes. */
  most: number;
  tooLarge: () => Error;
}

/** The pieces as they come. Once they are more than `most` bytes, the rest is given up and `tooLarge` is thrown. */
export const bounded = (pieces: ResponseBody, { most, tooLarge }: SizeLimit): ResponseBody =>
  admitted(pieces, (size) => {
    if (size > most) throw tooLarge();
  });

/** The pieces, each after `admit` was told how many bytes they are with it; what that throws gives up the rest. */
const admitted = (pieces: ResponseBody, admit: (size: number) => void | Promise<void>): ResponseBody => ({
  // No generator: each would cost every piece two promises more.
  [Symbol.asyncIterator]() {
    const iterator = pieces[Symbol.asyncIterator]();
    let size = 0;
    return {
      async next() {
        const piece = await iterator.next();
        if (piece.done) return piece;
        size += piece.value.byteLength;
        try {
          const admission = admit(size);
          if (admission) await admission;
        } catch (error) {
          await iterator.return?.();
          throw error;
        }
        return piece;
      },
      async return() {
        await iterator.return?.();
        return { done: true, value: undefined };
      },
    };
  },
});

/** The same of a request, which is refused before its first piece where it announces more. */
export function boundedBody(request: Headed & { body: ResponseBody }, bound: SizeLimit): ResponseBody {
  if (announced(request, 0) > bound.most) throw bound.tooLarge();
  return bounded(request.body, bound);
}

/** The same, for a reader that keeps the pieces: of a large body the rest comes once there is room for all of it. */
export function heldBody(
  request: Headed & { body: ResponseBody },
  { most, tooLarge }: SizeLimit,
  take: Take,
): ResponseBody {
  if (announced(request, 0) > most) throw tooLarge();
  let isHeld = false;
  return admitted(request.body, (size) => {
    if (size > most) throw tooLarge();
    if (size <= LARGE_BYTES || isHeld) return;
    isHeld = true;
    return take(Math.max(size, announced(request, most)));
  });
}

const announced = ({ header }: Headed, otherwise: number): number => Number(header("content-length")) || otherwise;

/** All pieces in one. */
export async function joined(pieces: ResponseBody): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
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
