// A call with the cache before it.
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import type { Reply } from "@/lib/exchange/exchange";
import { setGatewayHeader } from "../headers";
import { showsUsage } from "../providers/stream-options";
import { StreamedAnswer } from "../record/answer";
import type { RequestLog } from "../record/request-log";
import type { CallWatch } from "../record/watch-call";
import type { CacheAsk } from "./ask";
import { cacheKeyOf } from "./key";
import { type Completion, completionOf, isGood, parseCompletion, replayStream, replayWhole } from "./replay";
import type { AnswerStore } from "./store";

export interface Cache {
  organizationId: string;
  ask: CacheAsk;
  targets: readonly string[];
  answers: AnswerStore;
  /** Milliseconds since 1970. */
  now(): number;
}

type Wrap = (watch: CallWatch) => CallWatch;
type Answer = (body: ChatBody, wrap: Wrap) => Promise<Reply>;

/** Receives the cached answer that is replayed, which counts as a call. */
export type Replayed = (body: ChatBody, wrap: Wrap, completion: Completion, characters: number) => Promise<void>;

/** The kept answer to a request that has been answered, else the provider's, which is kept where it is good. */
export async function cached(
  { ask, answers, ...cache }: Cache,
  body: ChatBody,
  wrap: Wrap,
  answer: Answer,
  replayed: Replayed,
  log: Pick<RequestLog, "cache">,
): Promise<Reply> {
  const { organizationId } = cache;
  log.cache = "skip";
  if (!ask.writes) return marked("SKIP", await answer(body, wrap));
  const key = await cacheKeyOf({ ...cache, namespace: ask.namespace, body });
  const kept = ask.reads ? await answers.read(organizationId, key) : null;
  const completion = kept === null ? null : parseCompletion(kept);
  log.cache = completion ? "hit" : "miss";
  if (kept !== null && completion) {
    await replayed(body, wrap, completion, kept.length);
    return marked("HIT", body.stream ? replayStream(completion, showsUsage(body)) : replayWhole(kept));
  }
  const keep = (text: string) => answers.write(organizationId, key, text, ask.ttlMs);
  const reply = await answer(body, (watch) => keeping(wrap(watch), keep, body, cache.now));
  return marked("MISS", reply);
}

/** Follows the call, and keeps its answer once it has come to a good end. */
function keeping(watch: CallWatch, keep: (text: string) => void, body: ChatBody, now: () => number): CallWatch {
  let whole: Record<string, unknown> | null = null;
  let streamed: StreamedAnswer | undefined;
  let usage: unknown;
  return {
    ...watch,
    answered(completion, characters) {
      whole = completion;
      watch.answered(completion, characters);
    },
    followed(chunk) {
      streamed ??= new StreamedAnswer();
      streamed.follow(chunk);
      usage = usageIn(chunk) ?? usage;
      watch.followed(chunk);
    },
    ended(failure) {
      watch.ended(failure);
      // A stream's tokens' odds are not put together again.
      if (failure || (streamed && body.logprobs)) return;
      const completion = whole ?? (streamed && completionOf(streamed.read(), usage, Math.floor(now() / 1000)));
      if (completion && isGood(completion)) keep(JSON.stringify(completion));
    },
  };
}

const usageIn = (chunk: unknown): unknown =>
  chunk !== null && typeof chunk === "object" && "usage" in chunk ? chunk.usage : undefined;

function marked(how: "HIT" | "MISS" | "SKIP", reply: Reply): Reply {
  setGatewayHeader(reply.headers, "cache", how);
  return reply;
}
