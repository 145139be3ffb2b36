// The second way to connect a contract to its verb: bodies and answers are OTLP/HTTP, in protobuf or JSON, optionally compressed.

import { LARGE_BYTES, MAX_BODY_BYTES } from "@/lib/bounds/limits";
import { withRoom } from "@/lib/bounds/room";
import { turn } from "@/lib/bounds/turn";
import type { Verb } from "@/lib/context";
import type { Contract } from "@/lib/contracts/contract";
import { Backlog } from "./backlog";
import { type Operation, operation, type Run } from "./operation";
import { decodeBody, encodingOf } from "./otlp-encoding";
import { readBytes } from "./read-bytes";
import { validationFailure } from "./read-input";

/** Exports of this process whose spans are not stored yet. */
const waiting = new Backlog();
/** What this process has taken and refused of exports, and what waits. */
export const traceExports = () => waiting.read();

export function otlpEndpoint<C extends Contract>(contract: C, verb: Verb<C>): Operation {
  const run = verb as unknown as Run; // safe as in `endpoint`: the caller is there, and the body meets the contract
  return operation(contract, async (request, context) => {
    const encoding = encodingOf(request);
    const { body, length } = await withRoom(async (take) => {
      const bytes = await readBytes(request, MAX_BODY_BYTES, take);
      if (bytes.length > LARGE_BYTES) await turn();
      return { body: await decodeBody(encoding, bytes), length: bytes.length };
    });
    const parsed = contract.body.safeParse(body);
    if (!parsed.success) throw validationFailure(parsed.error, body);
    const output = await waiting.admit(length, () => run(context, parsed.data));
    const response = output as Record<string, unknown>; // safe because OTLP contracts return a message
    return { status: 200, headers: { "content-type": encoding.mediaType }, body: encoding.encode(response) };
  });
}
