// The two encodings of OTLP/HTTP, converted to and from the JSON form of its messages.
import { MAX_VALUES } from "@/lib/bounds/limits";
import { Refusal } from "@/lib/bounds/refusal";
import { ValueCount } from "@/lib/bounds/value-count";
import { Failure, invalid } from "@/lib/errors";
import type { Headed } from "@/lib/exchange/exchange";
import { exportResponse } from "./otlp-messages";
import { decodeExport } from "./otlp-protobuf";
import { bodyFailure } from "./read-input";

export interface Encoding {
  mediaType: string;
  decode(body: Uint8Array): Promise<unknown>;
  encode(response: Record<string, unknown>): string | Uint8Array;
}

const json: Encoding = {
  mediaType: "application/json",
  async decode(body) {
    new ValueCount(MAX_VALUES).add(body);
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  },
  encode: (response) => JSON.stringify(response),
};

const protobuf: Encoding = {
  mediaType: "application/x-protobuf",
  decode: async (body) => idsAsHex(await decodeExport(body)),
  encode: (response) => new Uint8Array(exportResponse.encode(exportResponse.fromObject(response)).finish()),
};

/** The encoding of the request and of its answer. */
export function encodingOf({ header }: Headed): Encoding {
  const mediaType = header("content-type")?.split(";")[0]?.trim().toLowerCase();
  const encoding = [json, protobuf].find((candidate) => candidate.mediaType === mediaType);
  if (encoding) return encoding;
  throw new Failure("unsupportedMedia", "Send traces as application/x-protobuf or application/json.");
}

export async function decodeBody(encoding: Encoding, body: Uint8Array): Promise<unknown> {
  try {
    return await encoding.decode(body);
  } catch (cause) {
    if (cause instanceof Refusal) throw bodyFailure(cause);
    throw invalid(`The request body is not a valid trace export in ${encoding.mediaType}.`, {
      code: "parse_error",
      cause,
    });
  }
}

const hex = (bytes: unknown): string => (bytes instanceof Uint8Array ? Buffer.from(bytes).toString("hex") : "");

interface Ids {
  traceId?: unknown;
  spanId?: unknown;
  parentSpanId?: unknown;
  links?: Ids[];
}

interface DecodedRequest {
  resourceSpans?: { scopeSpans?: { spans?: Ids[] }[] }[];
}

/** In the JSON form ids are hex text: the only difference from protobuf's general mapping. */
function idsAsHex(request: DecodedRequest): DecodedRequest {
  for (const scope of request.resourceSpans?.flatMap((resource) => resource.scopeSpans ?? []) ?? []) {
    for (const ids of scope.spans ?? []) {
      setHex(ids);
      if (ids.parentSpanId) ids.parentSpanId = hex(ids.parentSpanId);
      ids.links?.forEach(setHex);
    }
  }
  return request;
}

function setHex(ids: Ids): void {
  ids.traceId = hex(ids.traceId);
  ids.spanId = hex(ids.spanId);
}
