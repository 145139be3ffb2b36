// Serves the OpenAPI document: built once per process, and sent only to clients that do not have this version.
import { contracts } from "@/lib/contracts";
import { openapi as contract } from "@/lib/contracts/platform";
import { etagOf, taggedReply } from "@/lib/http/etag";
import { operation } from "@/lib/http/operation";
import { readInput } from "@/lib/http/read-input";
import { openApiDocument } from "@/lib/openapi/document";

let made: { text: string; etag: string } | undefined;

function make() {
  const text = JSON.stringify(openApiDocument(contracts));
  return { text, etag: etagOf(text) };
}

export const openapi = operation(contract, async (request, _context, params) => {
  await readInput(contract, request, params);
  made ??= make();
  return taggedReply(request, made.text, made.etag);
});
