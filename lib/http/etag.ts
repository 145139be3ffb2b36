// Answers that are sent only to clients that do not have them.
import { createHash } from "node:crypto";
import type { Headed, Reply } from "@/lib/exchange/exchange";

export const etagOf = (text: string): string => `"${createHash("sha256").update(text).digest("base64url")}"`;

/** The JSON text, or 304 without a body for a client that names its tag. */
export function taggedReply(request: Headed, text: string, etag = etagOf(text)): Reply {
  const headers = { etag, "cache-control": "no-cache" };
  if (isKnown(request, etag)) return { status: 304, headers, body: null };
  return { status: 200, headers: { ...headers, "content-type": "application/json" }, body: text };
}

/** Whether the client has it; what compresses answers on the way marks the tag as a weak one. */
const isKnown = ({ header }: Headed, etag: string): boolean =>
  (header("if-none-match") ?? "").split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
