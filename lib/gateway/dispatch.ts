import type { Gateway, Handler } from "./pipeline";

/** One handler for /v1 and everything below it, for servers that route by themselves. */
export const dispatch =
  (gateway: () => Gateway): Handler =>
  (request) => {
    const { pathname } = new URL(request.url);
    return handlerFor(gateway(), request.method, pathname.replace(/\/$/, ""))(request);
  };

function handlerFor(gateway: Gateway, method: string, path: string): Handler {
  const methods = methodsOf(gateway, path);
  if (!methods) return gateway.unknownPath;
  if (method === "OPTIONS") return gateway.preflight;
  return methods.get(method === "HEAD" ? "GET" : method) ?? gateway.wrongMethod;
}

function methodsOf(gateway: Gateway, path: string): Map<string, Handler> | null {
  if (path === "/v1/chat/completions") return new Map([["POST", gateway.createChatCompletion]]);
  if (path === "/v1/models") return new Map([["GET", gateway.listModels]]);
  return path.startsWith("/v1/models/") ? new Map([["GET", gateway.getModel]]) : null;
}
