// Which methods the gateway's paths take, and which operation serves each.
import type { Gateway } from "./gateway";

type Served = Readonly<Partial<Record<"DELETE" | "GET" | "POST", keyof Gateway>>>;

const exact: ReadonlyMap<string, Served> = new Map([
  ["/v1/chat/completions", { POST: "createChatCompletion" }],
  ["/v1/completions", { POST: "createCompletion" }],
  ["/v1/embeddings", { POST: "createEmbedding" }],
  ["/v1/messages", { POST: "createMessage" }],
  ["/v1/messages/count_tokens", { POST: "countMessageTokens" }],
  ["/v1/responses", { POST: "createResponse" }],
  ["/v1/key", { GET: "getCurrentKey" }],
  ["/v1/models", { GET: "listModels" }],
]);
const model: Served = { GET: "getModel" };
const response: Served = { GET: "getResponse", DELETE: "deleteResponse" };

/** The operations of a path, by method; null where the gateway has no such path. */
export function operationsAt(requested: string): Served | null {
  const path = withOneVersion(requested);
  const known = exact.get(path.replace(/\/$/, ""));
  if (known) return known;
  if (/^\/v1\/responses\/[^/]+\/?$/.test(path)) return response;
  return path.startsWith("/v1/models/") ? model : null;
}

/** The methods of a path, for the `Allow` header. */
export function methodsOf(path: string): string {
  const methods = Object.keys(operationsAt(path) ?? model);
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].sort().join(", ");
}

/** Whether a path belongs to Anthropic's protocol, known or not. */
export const isOfMessages = (path: string): boolean => /^\/v1\/messages(\/|$)/.test(withOneVersion(path));

/** The path with one `/v1`: a published SDK appends `/v1` to a base address that ends in it. */
export const withOneVersion = (path: string): string => path.replace(/^\/v1\/v1(?=\/|$)/, "/v1");
