// The exports of an App Router route file for a platform path: the same answers as the stand-alone server's.
import { after } from "next/server";
import { keepAliveBy } from "@/lib/exchange/keep-alive";
import { webHandler } from "@/lib/exchange/web";
import { isCrossOrigin } from "./cross-origin";
import type { Operation } from "./operation";
import { refuseMethod } from "./refuse-method";

type WebHandler = ReturnType<typeof webHandler>;
// HEAD is not listed: Next answers it from GET.
type RouteMethod = "DELETE" | "GET" | "OPTIONS" | "PATCH" | "POST" | "PUT";

/** The operations of one path by method; other methods get an answer that lists the allowed ones. */
export function routeOf(...operations: Operation[]): Record<RouteMethod, WebHandler> {
  // Operations ask models too, such as an evaluation's judge: what is recorded of that goes on after the answer.
  keepAliveBy(after);
  const taken = operations.map(({ contract }) => contract.method);
  const isOpen = operations.some(isCrossOrigin);
  const refuse = webHandler((exchange) => refuseMethod(exchange, taken, isOpen));
  const others = { DELETE: refuse, GET: refuse, OPTIONS: refuse, PATCH: refuse, POST: refuse, PUT: refuse };
  return Object.assign(
    others,
    Object.fromEntries(operations.map((operation) => [operation.contract.method, webHandler(operation)])),
  );
}
