import type { Handler } from "@/lib/exchange/exchange";
import { posts } from "./paths";
import type { Gateway } from "./pipeline";

/** One handler for /v1 and everything below it, for servers that route by themselves. */
export const dispatch =
  (gateway: () => Gateway): Handler =>
  (request) =>
    handlerFor(gateway(), request.method, request.path.replace(/\/$/, ""))(request);

function handlerFor(gateway: Gateway, method: string, path: string): Handler {
  const served = operationAt(gateway, path);
  if (!served) return gateway.unknownPath;
  if (method === "OPTIONS") return gateway.preflight;
  return served.method === (method === "HEAD" ? "GET" : method) ? served.handler : gateway.wrongMethod;
}

function operationAt(gateway: Gateway, path: string): { method: string; handler: Handler } | null {
  const posted = posts.get(path);
  if (posted) return { method: "POST", handler: gateway[posted] };
  if (path === "/v1/key") return { method: "GET", handler: gateway.getCurrentKey };
  if (path === "/v1/models") return { method: "GET", handler: gateway.listModels };
  return path.startsWith("/v1/models/") ? { method: "GET", handler: gateway.getModel } : null;
}
