// What a call costs: its hold is settled by the target that has answered, whatever becomes of the call.
import { holdLarge } from "@/lib/bounds/large";
import type { Reply } from "@/lib/exchange/exchange";
import type { Call, Stage } from "../call";
import { GatewayFailure } from "../errors";
import { type Charge, chargeFor, costOfStream, setCost } from "../money/charge";
import { refusedTargets } from "../money/hold-status";
import { type CallEnd, openUntilWritten, watchCall } from "../record/watch-call";
import { routeWithout } from "../routing/plan-route";
import { wantsMetadata, withMetadata } from "../stream-metadata";
import { endRecord } from "./record";

export const charge: Stage = async (call, next) => {
  const { request, parts, hold, log, model } = call;
  const { caller, characters, pricedBody: body, readsMore, user, at } = model;
  const { id, requestId } = log;
  const network = caller.key.kind === "platform" ? parts.networkOf(request) : null;
  const ownCharge = chargeFor({ id, kind: "call", caller, hold, requestId, body, readsMore, user, network, at }, parts);
  let release: () => void = () => undefined;
  // Null gives all that was reserved back: no provider was called.
  const settle = (end: CallEnd | null) => {
    release();
    ownCharge.end(end);
  };
  // An answer that is streamed ends long after this stage has returned.
  const end = (how: CallEnd) => {
    settle(model.isForwarded ? how : null);
    endRecord(call, how, ownCharge);
  };
  if (hold) model.route = routeWithout(model.route, refusedTargets(hold));
  const [target] = model.route.choices[0].targets;
  try {
    release = holdLarge(characters) ?? overloaded();
    const watch = watchCall({ target, characters, now: parts.now, signal: request.signal, end });
    model.watch = call.dialog && body.stream ? openUntilWritten(watch) : watch;
    const reply = await next(call);
    if (!model.isForwarded) settle(null);
    setCost(reply.headers, ownCharge);
    return withCostOfStream(call, ownCharge, reply);
  } catch (error) {
    settle(null);
    throw error;
  }
};

/** A stream's cost is known at its end, where the client may want to read it. */
function withCostOfStream({ request, parts, hold, model }: Call, charge: Charge, reply: Reply): Reply {
  if (model.operation !== "chat" || !model.body.stream || !wantsMetadata(request)) return reply;
  return withMetadata(reply, () => ({
    ...costOfStream(charge, hold),
    latency_ms: Math.round(parts.now() - model.at),
    provider: reply.headers["x-gateway-provider"] ?? null,
    model: reply.headers["x-gateway-model-used"] ?? null,
  }));
}

function overloaded(): never {
  const message = "The gateway is busy with too many large requests. Retry in 1 s.";
  throw new GatewayFailure("service_unavailable", message, { retryAfterSeconds: 1 });
}
