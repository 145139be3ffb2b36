// Serves the OpenAPI document: built once per process, and sent only to clients that do not have this version.
import { createHash } from "node:crypto";
import { contracts } from "@/lib/contracts";
import { openapi as contract } from "@/lib/contracts/platform";
import type { Headed } from "@/lib/exchange/exchange";
import { operation } from "@/lib/http/operation";
import { readInput } from "@/lib/http/read-input";
import { openApiDocument } from "@/lib/openapi/document";

let made: { text: string; etag: string } | undefined;

function make() {
  const text = JSON.stringify(openApiDocument(contracts));
  return { text, etag: `"${createHash("sha256").update(text).digest("base64url")}"` };
}

export const openapi = operation(contract, async (request, _context, params) => {
  await readInput(contract, request, params);
  made ??= make();
  const { text, etag } = made;
  const headers = { etag, "cache-control": "no-cache" };
  if (isKnown(request, etag)) return { status: 304, headers, body: null };
  return { status: 200, headers: { ...headers, "content-type": "application/json" }, body: text };
});

/** Whether the client has it; what compresses answers on the way marks the tag as a weak one. */
const isKnown = ({ header }: Headed, etag: string): boolean =>
  (header("if-none-match") ?? "").split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
