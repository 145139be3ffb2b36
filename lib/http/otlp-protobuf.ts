// Reads an export in protobuf. An empty span costs its sender two bytes, so an export's spans are counted before
// anything is decoded, and spans are decoded in batches.
import protobuf from "protobufjs/light.js";
import { MAX_PROTOBUF_NUMBERS } from "@/lib/bounds/limits";
import { Refusal } from "@/lib/bounds/refusal";
import { turn } from "@/lib/bounds/turn";
import { MAX_SPANS } from "@/lib/contracts/traces/otlp";
import { resourceType, spanType } from "./otlp-messages";

type Bytes = Uint8Array;

const SPANS_AT_ONCE = 200;
// Field numbers of ExportTraceServiceRequest, ResourceSpans and ScopeSpans.
const RESOURCE_SPANS = 1;
const RESOURCE = 1;
const SCOPE_SPANS = 2;
const SPANS = 2;

/** The export in its JSON form, with ids still as bytes. Throws a Refusal, or the reader's error. */
export async function decodeExport(body: Bytes) {
  const limits = { messages: 3 * MAX_SPANS, numbers: MAX_PROTOBUF_NUMBERS };
  const parts = [...messagesIn(body, RESOURCE_SPANS, limits)].map((part) => ({
    resource: [...messagesIn(part, RESOURCE, limits)].at(-1),
    spans: [...messagesIn(part, SCOPE_SPANS, limits)].flatMap((scope) => [...messagesIn(scope, SPANS, limits)]),
  }));
  const resourceSpans = [];
  for (const { resource, spans } of parts) {
    const decoded: Record<string, unknown>[] = [];
    for (const [index, span] of spans.entries()) {
      if (index % SPANS_AT_ONCE === SPANS_AT_ONCE - 1) await turn();
      decoded.push(decode(spanType, span, limits));
    }
    const about = resource ? { resource: decode(resourceType, resource, limits) } : {};
    resourceSpans.push({ ...about, scopeSpans: [{ spans: decoded }] });
  }
  return { resourceSpans };
}

interface Limits {
  messages: number;
  numbers: number;
}

/** The messages in one field of a message, still encoded. */
function* messagesIn(message: Bytes, field: number, limits: Limits): Generator<Bytes> {
  const reader = protobuf.Reader.create(message);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag !== field * 8 + 2) {
      reader.skipType(tag & 7);
      continue;
    }
    limits.messages -= 1;
    if (limits.messages < 0) throw new Refusal("tooLarge", `The export has more than ${MAX_SPANS} spans.`);
    const length = reader.uint32();
    const start = reader.pos;
    reader.skip(length);
    yield message.subarray(start, start + length);
  }
}

const decode = (type: protobuf.Type, message: Bytes, limits: Limits): Record<string, unknown> =>
  type.toObject(type.decode(new CountingReader(message, limits)), { longs: String });

/** Counts the numbers read: every field begins with one, and every text has its length as another. */
class CountingReader extends protobuf.BufferReader {
  constructor(message: Bytes, limits: Limits) {
    super(Buffer.from(message.buffer, message.byteOffset, message.byteLength));
    const readNumber = this.uint32;
    this.uint32 = () => {
      limits.numbers -= 1;
      if (limits.numbers < 0) throw new Refusal("tooLarge", "The export has more values than are accepted at once.");
      return readNumber.call(this);
    };
  }
}
