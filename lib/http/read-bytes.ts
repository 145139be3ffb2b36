import { pipeline } from "node:stream/promises";
import { createGunzip, createInflate } from "node:zlib";
import { Refusal } from "@/lib/bounds/refusal";
import type { Take } from "@/lib/bounds/room";
import { Failure, invalid } from "@/lib/errors";
import type { Exchange } from "@/lib/exchange/exchange";
import { encodingOf } from "@/lib/exchange/inflated";
import { bounded, heldBody, joined } from "@/lib/exchange/read-body";

const inflaters = { gzip: createGunzip, deflate: createInflate, identity: null };

/** The whole body, inflated. Both the sent and the inflated size are limited to `most` bytes. */
export async function readBytes(request: Exchange, most: number, take: Take): Promise<Uint8Array> {
  const inflater = inflaterFor(request);
  const tooLarge = () =>
    new Failure("tooLarge", `The request body is larger than ${most / 1024 / 1024} MB after inflation.`);
  const bound = { most, tooLarge };
  let hasRoom = !inflater;
  const body = heldBody(request, bound, (bytes) => {
    // The inflated size is not known in advance.
    const inflated = inflater ? most : 0;
    hasRoom = true;
    return take(bytes + inflated);
  });
  try {
    // Read to its end before inflating: a body that is read only in part closes its connection.
    const sent = await joined(body);
    if (!hasRoom) await take(most);
    return inflater ? await pipeline([sent], inflater(), (inflated) => joined(bounded(inflated, bound))) : sent;
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw invalid("The request body could not be read.", { code: "parse_error", cause: error });
  }
}

function inflaterFor(request: Exchange) {
  try {
    return inflaters[encodingOf(request)];
  } catch (error) {
    throw error instanceof Refusal ? new Failure("unsupportedMedia", error.message) : error;
  }
}
