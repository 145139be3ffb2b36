// What a stream's headers cannot say, because it is known only later: in a chunk of its own before the end, if the
// client has asked for it.
import type { Headed, Reply } from "@/lib/exchange/exchange";
import { gatewayRequestHeader } from "./headers";

const DONE = "data: [DONE]\n\n";

export interface StreamMetadata {
  /** USD; null for a model without a price. */
  cost: number | null;
  latency_ms: number;
  provider: string | null;
  model: string | null;
  /** USD, of a managed key. */
  credits_remaining?: number;
}

/** Whether a request wants the chunk: `x-gateway-include-metadata: true`, or `1`. */
export const wantsMetadata = (request: Headed): boolean =>
  ["1", "true"].includes(gatewayRequestHeader(request, "include-metadata")?.trim().toLowerCase() ?? "");

/** The reply with the chunk before `[DONE]`. A stream that breaks off has neither. An answer that is not a stream is unchanged. */
export function withMetadata(reply: Reply, metadataOf: () => StreamMetadata): Reply {
  const { body } = reply;
  if (body === null || typeof body === "string" || body instanceof Uint8Array) return reply;
  const chunks = body[Symbol.asyncIterator]();
  const decoder = new TextDecoder();
  const relayed: AsyncIterator<string | Uint8Array, void> = {
    async next() {
      const chunk = await chunks.next();
      if (chunk.done) return { done: true, value: undefined };
      const text = typeof chunk.value === "string" ? chunk.value : decoder.decode(chunk.value, { stream: true });
      return {
        done: false,
        value: text.endsWith(DONE) ? text.slice(0, -DONE.length) + chunkOf(metadataOf()) + DONE : text,
      };
    },
    async return() {
      await chunks.return?.();
      return { done: true, value: undefined };
    },
  };
  return { ...reply, body: { [Symbol.asyncIterator]: () => relayed } };
}

/** Under both prefixes, as headers are. */
const chunkOf = (metadata: StreamMetadata): string =>
  `data: ${JSON.stringify({
    object: "chat.completion.chunk",
    choices: [],
    gateway_metadata: metadata,
    agentcc_metadata: metadata,
  })}\n\n`;
