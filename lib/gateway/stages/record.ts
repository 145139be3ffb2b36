// How a request has ended, for the client, the log, the metrics and the trace. Every stage inside may throw.
import type { Exchange, Reply } from "@/lib/exchange/exchange";
import type { Call, Stage } from "../call";
import { type GatewayFailure, renderFailure, toGatewayFailure } from "../errors";
import { complete, setGatewayHeader } from "../headers";
import { defaultLevels, limitStatusOf } from "../limits/admit";
import type { Charge } from "../money/charge";
import { setMoney } from "../money/hold-status";
import type { Parts } from "../parts";
import { brokenOff, brokenOffStatus, type CallEnd } from "../record/watch-call";

export const record: Stage = async (call, next) => {
  const { request, parts, log, startedAt } = call;
  let failure: GatewayFailure | null = null;
  let reply: Reply;
  try {
    reply = await next(call);
    const traceId = call.plan?.model?.record?.traceId;
    if (traceId) setGatewayHeader(reply.headers, "trace-id", traceId);
    const prompt = call.plan?.model?.prompt;
    if (prompt) setGatewayHeader(reply.headers, "prompt-version", prompt.version);
  } catch (error) {
    failure = toGatewayFailure(error);
    reply = refuse(failure, request, parts);
    log.over(failure, request.signal);
  }
  if (call.hold) setMoney(reply.headers, call.hold, parts.now());
  const limitStatus = call.limitStatus ?? limitStatusOf(await parts.limiter.peek(defaultLevels), parts.now());
  const latency = parts.now() - startedAt;
  const completed = complete(reply, log.requestId, limitStatus, latency);
  parts.metrics.answered(request, completed, failure, latency);
  return completed;
};

function refuse(failure: GatewayFailure, request: Exchange, parts: Parts): Reply {
  // The client has disconnected, or the server stops: nobody reads this answer, and nothing went wrong.
  if (request.signal.aborted) return { status: brokenOffStatus[brokenOff(request.signal)], headers: {}, body: null };
  if (failure.code === "internal_error" || failure.code === "service_unavailable")
    parts.report(failure.cause ?? failure);
  return renderFailure(failure);
}

/** A provider or the cache is about to answer. */
export async function beginRecord({ parts, log, model }: Call): Promise<void> {
  const startedAt = parts.now();
  const { traceId, end } = await log.call(model.caller, model.body);
  model.record = { startedAt, traceId, end };
}

/** Their answer has ended, or broken off. */
export function endRecord({ parts, model }: Call, how: CallEnd, { entry, cost }: Charge): void {
  if (!model.record) return;
  if (model.isForwarded) parts.metrics.called(how, model.record.startedAt, entry);
  model.record.end(how, cost ?? null);
}
