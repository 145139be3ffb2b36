// Operations that pages of any site may call: they take no session, and what they answer is no secret.

import type { Contract } from "@/lib/contracts/contract";
import type { Reply } from "@/lib/exchange/exchange";

export const isCrossOrigin = (handler: object): boolean =>
  "contract" in handler && (handler.contract as Contract).crossOrigin === true; // safe: only operations have it

export const withCrossOrigin = (reply: Reply): Reply => ({
  ...reply,
  headers: { ...reply.headers, "access-control-allow-origin": "*", "access-control-expose-headers": "x-request-id" },
});

const DAY_SECONDS = 86_400;

/** The answer to a browser that asks first. */
export const withPreflight = (reply: Reply, methods: readonly string[]): Reply =>
  withCrossOrigin({
    ...reply,
    headers: {
      ...reply.headers,
      "access-control-allow-methods": methods.join(", "),
      "access-control-allow-headers": "content-type",
      "access-control-max-age": String(DAY_SECONDS),
    },
  });
