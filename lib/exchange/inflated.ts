// A request's body, inflated where it says that it is compressed. By the web's stream, which the edge has too.
import { Refusal } from "@/lib/bounds/refusal";
import { logIgnored } from "@/lib/error-report";
import type { Headed, ResponseBody } from "./exchange";
import { boundedBody, type SizeLimit } from "./read-body";

const encodings = new Map<string, "gzip" | "deflate" | "identity">([
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["deflate", "deflate"],
  ["identity", "identity"],
]);

/** How a request's body is compressed. Throws a Refusal for another way. */
export function encodingOf(request: Pick<Headed, "header">): "gzip" | "deflate" | "identity" {
  const encoding = encodings.get(request.header("content-encoding")?.trim().toLowerCase() || "identity");
  if (!encoding) throw new Refusal("encoded", "The content encoding must be gzip, deflate or identity.");
  return encoding;
}

type Body = Pick<Headed, "header"> & { body: ResponseBody };

/** The request with the body that its sender compressed, no more than `bound` of what was sent. Throws a Refusal. */
export function inflated<B extends Body>(request: B, bound: SizeLimit): Body {
  const encoding = encodingOf(request);
  if (encoding === "identity") return request;
  // The length that was announced is that of what was sent.
  return { header: () => null, body: inflatedChunks(boundedBody(request, bound), encoding) };
}

function inflatedChunks(chunks: ResponseBody, format: CompressionFormat): ResponseBody {
  const { readable, writable } = new DecompressionStream(format);
  const reader: ReadableStreamDefaultReader<Uint8Array> = readable.getReader();
  let isBegun = false;
  /** Nothing was sent: that is no broken body. */
  let isEmpty = false;
  /** Why no more of the body came. */
  let cause: unknown;
  const send = async () => {
    // Safe: the standard's writer takes any bytes.
    const writer: WritableStreamDefaultWriter<Uint8Array> = (writable as WritableStream<Uint8Array>).getWriter();
    let sent = 0;
    try {
      for await (const chunk of chunks) {
        sent += chunk.byteLength;
        await writer.write(chunk);
      }
      isEmpty = sent === 0;
      await writer.close();
    } catch (error) {
      cause = error;
      await writer.abort(error).catch(logIgnored("end the inflation of a request's body"));
    }
  };
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        if (!isBegun) void send();
        isBegun = true;
        try {
          const read = await reader.read();
          return read.done ? { done: true, value: undefined } : read;
        } catch (error) {
          if (isEmpty) return { done: true, value: undefined };
          throw cause instanceof Refusal ? cause : error;
        }
      },
      async return() {
        await reader.cancel().catch(logIgnored("end the inflation of a request's body"));
        return { done: true, value: undefined };
      },
    }),
  };
}
