// A call goes along its route, from one target to the next, until one answers.
import type { Headed } from "@/lib/exchange/exchange";
import type { Stage } from "../call";
import { toGatewayFailure } from "../errors";
import { gatewayRequestHeader } from "../headers";
import { comparablePrice } from "../money/pricings";
import { parseDuration } from "../providers/deadline";
import { runRoute } from "../routing/run-route";
import { beginRecord } from "./record";

/** Throws a GatewayFailure for whatever goes wrong before the first byte of an answer. */
export const route: Stage = async (call, next) => {
  const { request, parts, model } = call;
  const { health, now, random } = parts;
  model.isForwarded = true;
  await beginRecord(call);
  const priceOf = comparablePrice(model.caller, model.at);
  const { signal } = request;
  try {
    return await runRoute(
      {
        route: model.route,
        patienceMs: patienceOf(request, parts.answerWithinMs),
        signal,
        health,
        priceOf,
        now,
        random,
      },
      (target, deadline) => {
        model.attempt = { target, deadline };
        return next(call);
      },
    );
  } catch (error) {
    model.watch.ended(toGatewayFailure(error));
    throw error;
  }
};

/** The client's own limit on waiting for an answer, or the host's if that is shorter; null where neither sets one. */
function patienceOf(request: Headed, hostMs: number | null): number | null {
  const clientMs = clientPatience(request);
  return clientMs !== null && hostMs !== null ? Math.min(clientMs, hostMs) : (clientMs ?? hostMs);
}

/** Published clients send whole milliseconds under a name of their own. */
function clientPatience(request: Headed): number | null {
  const own = gatewayRequestHeader(request, "timeout");
  if (own !== null) return parseDuration(own);
  const published = gatewayRequestHeader(request, "request-timeout") ?? "";
  return parseDuration(/^\d+$/.test(published) ? `${published}ms` : published);
}
