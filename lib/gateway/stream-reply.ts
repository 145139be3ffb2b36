import type { Reply } from "@/lib/exchange/exchange";

/** Server-sent events, which no proxy may store, change or buffer. */
export const streamReply = (body: AsyncIterable<string | Uint8Array>): Reply => ({
  status: 200,
  headers: {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
  },
  body,
});
