// The cache before the provider: the stored answer to an identical request, else the provider's, which is stored where it is good.
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import type { Reply } from "@/lib/exchange/exchange";
import { isRecord } from "@/lib/records";
import { cacheKeyOf } from "../cache/key";
import { isGood, replayStream, replayWhole } from "../cache/replay";
import { StreamedCompletion } from "../cache/streamed-completion";
import type { Stage } from "../call";
import type { Dialog } from "../dialects/dialect";
import { GatewayFailure } from "../errors";
import { setGatewayHeader } from "../headers";
import { parseObject } from "../parse-json";
import { showsUsage } from "../providers/stream-options";
import type { CallWatch } from "../record/watch-call";
import { beginRecord } from "./record";

export const cache: Stage = async (call, next) => {
  const { log, model, dialog } = call;
  const { body } = model;
  if (!model.cache) return next(call);
  const { organizationId, targets, options, answers, now } = model.cache;
  log.cache = "skip";
  if (!options.writes) return marked("SKIP", await next(call));
  const key = await cacheKeyOf({ organizationId, targets, namespace: options.namespace, body });
  const stored = options.reads ? await answers.read(organizationId, key) : null;
  const kept = stored === null ? null : parseObject(stored);
  const completion = kept && isReadable(kept, dialog?.check) ? kept : null;
  log.cache = completion ? "hit" : "miss";
  if (stored !== null && completion) {
    await beginRecord(call);
    model.watch.answered(completion, stored.length);
    model.watch.ended(null);
    return marked("HIT", body.stream ? replayStream(completion, showsUsage(body)) : replayWhole(stored));
  }
  const store = (text: string) => answers.write(organizationId, key, text, options.ttlMs);
  model.watch = storing(model.watch, store, body, now);
  return marked("MISS", await next(call));
};

/** Whether the client's protocol can express an answer, which may have been kept for clients of another. */
function isReadable(completion: Record<string, unknown>, check: Dialog["check"]): boolean {
  if (isRecord(completion.native)) return true;
  try {
    check?.(completion);
    return true;
  } catch (error) {
    if (error instanceof GatewayFailure) return false;
    throw error;
  }
}

/** Follows the call, and stores its answer once it has come to a good end. */
function storing(watch: CallWatch, store: (text: string) => void, body: ChatBody, now: () => number): CallWatch {
  let whole: Record<string, unknown> | null = null;
  let streamed: StreamedCompletion | undefined;
  return {
    ...watch,
    answered(completion, characters) {
      whole = completion;
      watch.answered(completion, characters);
    },
    followed(chunk) {
      streamed ??= new StreamedCompletion();
      streamed.follow(chunk);
      watch.followed(chunk);
    },
    ended(failure) {
      watch.ended(failure);
      // A stream's tokens' odds are not put together again.
      if (failure || (streamed && body.logprobs)) return;
      const completion = whole ?? streamed?.read(Math.floor(now() / 1000));
      if (completion && isGood(completion)) store(JSON.stringify(completion));
    },
  };
}

function marked(how: "HIT" | "MISS" | "SKIP", reply: Reply): Reply {
  setGatewayHeader(reply.headers, "cache", how);
  return reply;
}
