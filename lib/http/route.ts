// The exports of an App Router route file for a platform path: the same answers as the stand-alone server's.
import { Failure } from "@/lib/errors";
import { type Reply, withApiHeaders } from "@/lib/exchange/exchange";
import { webHandler } from "@/lib/exchange/web";
import { isCrossOrigin, withPreflight } from "./cross-origin";
import type { Operation } from "./operation";
import { renderError } from "./render-error";

type WebHandler = ReturnType<typeof webHandler>;
// HEAD is not listed: Next answers it from GET.
type RouteMethod = "DELETE" | "GET" | "OPTIONS" | "PATCH" | "POST" | "PUT";

/** The operations of one path by method; other methods get an answer that lists the allowed ones. */
export function routeOf(...operations: Operation[]): Record<RouteMethod, WebHandler> {
  const taken = operations.map(({ contract }) => contract.method);
  const isOpen = operations.some(isCrossOrigin);
  const refuse = webHandler(({ method }) => refuseMethod(method, taken, isOpen));
  const others = { DELETE: refuse, GET: refuse, OPTIONS: refuse, PATCH: refuse, POST: refuse, PUT: refuse };
  return Object.assign(
    others,
    Object.fromEntries(operations.map((operation) => [operation.contract.method, webHandler(operation)])),
  );
}

/** A path's answer to a method that it does not allow, and to OPTIONS. `isOpen`: to pages of any site. */
export function refuseMethod(method: string, taken: Iterable<string>, isOpen = false): Reply {
  const methods = [...taken].sort();
  const allow = methods.join(", ");
  if (method === "OPTIONS") {
    const reply = withApiHeaders({ status: 204, headers: { allow }, body: null });
    return isOpen ? withPreflight(reply, methods) : reply;
  }
  const refusal = renderError(new Failure("methodNotAllowed", `${method} is not allowed here. Allowed: ${allow}.`));
  return { ...refusal, headers: { ...refusal.headers, allow } };
}
