// The exports of an App Router route file for a platform path: the same answers as the stand-alone server's.
import { Failure } from "@/lib/errors";
import { type Reply, withApiHeaders } from "@/lib/exchange/exchange";
import { webHandler } from "@/lib/exchange/web";
import type { Operation } from "./operation";
import { renderError } from "./render-error";

type WebHandler = ReturnType<typeof webHandler>;
// HEAD is not listed: Next answers it from GET.
type RouteMethod = "DELETE" | "GET" | "OPTIONS" | "PATCH" | "POST" | "PUT";

/** The operations of one path by method; other methods get an answer that lists the allowed ones. */
export function routeOf(...operations: Operation[]): Record<RouteMethod, WebHandler> {
  const taken = operations.map(({ contract }) => contract.method);
  const refuse = webHandler(({ method }) => refuseMethod(method, taken));
  const others = { DELETE: refuse, GET: refuse, OPTIONS: refuse, PATCH: refuse, POST: refuse, PUT: refuse };
  return Object.assign(
    others,
    Object.fromEntries(operations.map((operation) => [operation.contract.method, webHandler(operation)])),
  );
}

/** A path's answer to a method that it does not allow, and to OPTIONS. */
export function refuseMethod(method: string, taken: Iterable<string>): Reply {
  const allow = [...taken].sort().join(", ");
  if (method === "OPTIONS") return withApiHeaders({ status: 204, headers: { allow }, body: null });
  const refusal = renderError(new Failure("methodNotAllowed", `${method} is not allowed here. Allowed: ${allow}.`));
  return { ...refusal, headers: { ...refusal.headers, allow } };
}
