// Follows one call of a provider to its end, and tells of it once.
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import type { GatewayFailure } from "../errors";
import type { Target } from "../providers/choose-targets";
import { type Answer, readAnswer, StreamedAnswer } from "./answer";
import type { TraceLabels } from "./tracing";

/** A call that has reached its provider, for the time when it is over. */
export interface CallStart {
  requestId: string;
  traceId: string;
  organizationId: string;
  keyId: string;
  tracing: "full" | "metadata";
  labels: TraceLabels;
  body: ChatBody;
  /** Milliseconds since 1970. */
  startedAt: number;
}

/** How a call has ended. */
export interface CallEnd {
  /** Who has answered, or was asked last. */
  target: Target;
  /** How long request and answer were, in characters. */
  characters: number;
  /** When the first of a stream's chunks came; null for an answer that came whole, or not at all. */
  firstChunkAt: number | null;
  endedAt: number;
  /** As far as it has come. */
  answer: Answer | null;
  /** `left`: the client went away before the end. */
  outcome: GatewayFailure | "answered" | "left";
}

/** Of what was said it holds references: it is copied by nobody until the call is written. */
export type CompletedCall = CallStart & CallEnd;

/** Where finished calls go. */
export interface Recorder {
  /** Announces a call; what it returns takes note of the call's end, and returns at once. */
  begin(): (call: CompletedCall) => void;
}

export interface CallWatch {
  /** The call goes to this target; once more where another has failed. */
  tried(target: Target): void;
  /** Takes note of an answer that came whole, and how long it was. */
  answered(completion: Record<string, unknown>, characters: number): void;
  followed(chunk: unknown): void;
  ended(failure: GatewayFailure | null): void;
  left(): void;
}

/** Of a call that nobody follows. */
export const unwatched: CallWatch = { tried() {}, answered() {}, followed() {}, ended() {}, left() {} };

interface Watching {
  /** Who is asked first. */
  target: Target;
  /** How long the request was. */
  characters: number;
  now(): number;
  /** Of the client. */
  signal: AbortSignal;
  /** Told once. */
  end(end: CallEnd): void;
}

export function watchCall({ now, signal, ...watching }: Watching): CallWatch {
  let { characters } = watching;
  let isOver = false;
  let whole: Answer | null = null;
  let firstChunkAt: number | null = null;
  let streamed: StreamedAnswer | undefined;
  let { target } = watching;
  const end = (outcome: CallEnd["outcome"]) => {
    if (isOver) return;
    isOver = true;
    const answer = whole ?? streamed?.read() ?? null;
    characters += streamed?.characters ?? 0;
    watching.end({ target, characters, firstChunkAt, endedAt: now(), answer, outcome });
  };
  return {
    tried: (next) => {
      target = next;
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
    ended: (failure) => end(failure === null ? "answered" : signal.aborted ? "left" : failure),
    // Clients that need no more than the text leave before the stream's last words.
    left: () => end(streamed?.isFinished ? "answered" : "left"),
  };
}
