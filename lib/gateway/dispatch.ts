import type { Exchange, Handler } from "@/lib/exchange/exchange";
import type { Gateway } from "./gateway";
import { operationsAt } from "./paths";

/** One handler for /v1 and everything below it, for servers that route by themselves. */
export const dispatch =
  (gateway: () => Gateway): Handler =>
  (request) =>
    handlerFor(gateway(), request)(request);

function handlerFor(gateway: Gateway, { method, path, facts }: Exchange): Handler {
  const operations = operationsAt(path);
  if (!operations) return gateway.unknownPath;
  if (method === "OPTIONS") return gateway.preflight;
  const name = new Map(Object.entries(operations)).get(method === "HEAD" ? "GET" : method);
  if (!name) return gateway.wrongMethod;
  facts.operation = name;
  return gateway[name];
}
