// Reads a body's bytes as far as a bound.
import { LARGE_BYTES } from "@/lib/bounds/limits";
import type { Take } from "@/lib/bounds/room";
import type { Headed, Pieces } from "@/lib/exchange/exchange";

interface Bound {
  /** Bytes. */
  most: number;
  tooLarge: () => Error;
}

/** The pieces as they come. Once they are more than `most` bytes, the rest is given up and `tooLarge` is thrown. */
export async function* bounded(pieces: Pieces, { most, tooLarge }: Bound): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  for await (const piece of pieces) {
    size += piece.byteLength;
    if (size > most) throw tooLarge();
    yield piece;
  }
}

/** The same of a request, which is refused before its first piece where it announces more. */
export function boundedBody(request: Headed & { body: Pieces }, bound: Bound): Pieces {
  if (announced(request, 0) > bound.most) throw bound.tooLarge();
  return bounded(request.body, bound);
}

/** The same, for a reader that keeps the pieces: of a large body the rest comes once there is room for all of it. */
export async function* heldBody(request: Headed & { body: Pieces }, bound: Bound, take: Take): Pieces {
  let size = 0;
  let isHeld = false;
  for await (const piece of boundedBody(request, bound)) {
    size += piece.byteLength;
    if (size > LARGE_BYTES && !isHeld) {
      isHeld = true;
      await take(Math.max(size, announced(request, bound.most)));
    }
    yield piece;
  }
}

const announced = ({ header }: Headed, otherwise: number): number => Number(header("content-length")) || otherwise;

/** All pieces in one. */
export async function joined(pieces: Pieces): Promise<Uint8Array> {
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
