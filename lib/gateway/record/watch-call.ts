// Follows one provider call to its end, and reports it once.

import type { ChatBody } from "@/lib/contracts/gateway/chat";
import type { FiredGuardrail, GatewayOperation, UsedPrompt } from "@/lib/contracts/gateway/request-record";
import { SERVER_STOPPED, type Signal } from "@/lib/exchange/signal";
import type { GatewayFailure } from "../errors";
import type { Target } from "../providers/choose-targets";
import { type Answer, readAnswer, StreamedAnswer } from "./answer";
import type { TraceLabels } from "./tracing";

/** A call that has reached its provider, or the cache in its place, for the time when it is over. */
export interface CallStart {
  operation: GatewayOperation;
  requestId: string;
  /** Null where no trace is kept: traces belong to organizations. */
  traceId: string | null;
  organizationId: string | null;
  keyId: string;
  tracing: "full" | "metadata";
  labels: TraceLabels;
  /** The prompt that was filled in; null for none. */
  prompt: UsedPrompt | null;
  body: ChatBody;
  /** Milliseconds since 1970. */
  startedAt: number;
}

/** One try of a provider. */
export interface Attempt {
  target: Target;
  startedAt: number;
  /** Null where it is the one that the call ended with. */
  endedAt: number | null;
  failure: GatewayFailure | null;
}

/** Before the end the client went away, or the server stopped. */
export type BrokenOff = "left" | "stopped";

/** Why the client's connection is over. */
export const brokenOff = ({ reason }: Pick<Signal, "reason">): BrokenOff =>
  reason === SERVER_STOPPED ? "stopped" : "left";

/** The first is nginx's. */
export const brokenOffStatus: Record<BrokenOff, number> = { left: 499, stopped: 503 };

/** How a call has ended. */
export interface CallEnd {
  /** The target that answered, or the last one tried. */
  target: Target;
  /** In their order; none where the cache has answered. */
  attempts: readonly Attempt[];
  /** How long request and answer were, in characters. */
  characters: number;
  /** When the first of a stream's chunks came; null for an answer that came whole, or not at all. */
  firstChunkAt: number | null;
  endedAt: number;
  /** As far as it has come. */
  answer: Answer | null;
  outcome: GatewayFailure | "answered" | BrokenOff;
}

export interface CompletedCall extends CallStart, CallEnd {
  /** Micro-dollars; null for a model without a price. */
  cost: number | null;
  guardrails: readonly FiredGuardrail[];
}

export interface CallWatch {
  /** The call goes to this target; once more where another has failed. */
  tried(target: Target): void;
  /** The target that was tried last has failed. */
  missed(failure: GatewayFailure): void;
  /** Takes note of an answer that came whole, and how long it was. */
  answered(completion: Record<string, unknown>, characters: number): void;
  followed(chunk: unknown): void;
  ended(failure: GatewayFailure | null): void;
  left(): void;
  /** What has ended well is written in the client's protocol, if that may still refuse it. */
  written?(): void;
}

/** For a call that nothing follows. */
export const unwatched: CallWatch = { tried() {}, missed() {}, answered() {}, followed() {}, ended() {}, left() {} };

interface Watching {
  /** The target that is tried first. */
  target: Target;
  /** How long the request was. */
  characters: number;
  now(): number;
  /** Of the client. */
  signal: Signal;
  /** Called once. */
  end(end: CallEnd): void;
}

export function watchCall({ now, signal, ...watching }: Watching): CallWatch {
  let { characters } = watching;
  let isOver = false;
  let whole: Answer | null = null;
  let firstChunkAt: number | null = null;
  let streamed: StreamedAnswer | undefined;
  let { target } = watching;
  const attempts: Attempt[] = [];
  const end = (outcome: CallEnd["outcome"]) => {
    if (isOver) return;
    isOver = true;
    const answer = whole ?? streamed?.read() ?? null;
    characters += streamed?.characters ?? 0;
    watching.end({ target, attempts, characters, firstChunkAt, endedAt: now(), answer, outcome });
  };
  return {
    tried: (next) => {
      target = next;
      attempts.push({ target, startedAt: now(), endedAt: null, failure: null });
    },
    missed(failure) {
      const last = attempts.at(-1);
      if (last) Object.assign(last, { endedAt: now(), failure });
    },
    answered(completion, length) {
      whole = readAnswer(completion);
      characters += length;
    },
    followed(chunk) {
      firstChunkAt ??= now();
      streamed ??= new StreamedAnswer();
      streamed.follow(chunk);
    },
    ended: (failure) => end(failure === null ? "answered" : signal.aborted ? brokenOff(signal) : failure),
    // Clients that need no more than the text leave before the stream's last words.
    left: () => end(streamed?.isFinished ? "answered" : brokenOff(signal)),
  };
}

/** A stream that is written in another protocol has ended well only once its end is written: that may be refused, too. */
export function openUntilWritten(watch: CallWatch): CallWatch {
  let isGood = false;
  return {
    ...watch,
    ended(failure) {
      if (failure) watch.ended(failure);
      else isGood = true;
    },
    left() {
      if (!isGood) watch.left();
    },
    written() {
      if (isGood) watch.ended(null);
    },
  };
}
