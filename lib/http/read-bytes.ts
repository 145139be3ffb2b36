import { Failure, invalid } from "@/lib/errors";

type Bytes = Uint8Array<ArrayBuffer>;

const formats = new Map<string, CompressionFormat>([
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["deflate", "deflate"],
]);

/** The whole body, inflated. Neither what is sent nor what it inflates to may be more than `limit` bytes. */
export async function readBytes(request: Request, limit: number): Promise<Bytes> {
  const coding = request.headers.get("content-encoding")?.trim().toLowerCase() || "identity";
  const format = formats.get(coding);
  if (!format && coding !== "identity") {
    throw new Failure("unsupportedMedia", "The content encoding must be gzip, deflate or identity.");
  }
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
  if (!request.body) return new Uint8Array();
  const sent = request.body.pipeThrough(limitTo(limit));
  const body = format ? sent.pipeThrough(new DecompressionStream(format)).pipeThrough(limitTo(limit)) : sent;
  try {
    return new Uint8Array(await new Response(body).arrayBuffer());
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw invalid("The request body could not be read.", { code: "parse_error", cause: error });
  }
}

const tooLarge = (limit: number) =>
  new Failure("tooLarge", `The request body is larger than ${limit / 1024 / 1024} MB after inflation.`);

function limitTo(limit: number): TransformStream<Bytes, Bytes> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > limit) controller.error(tooLarge(limit));
      else controller.enqueue(chunk);
    },
  });
}
