// A request on its way through the stages of the pipeline, and what they share.
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import type { GatewayOperation, UsedPrompt } from "@/lib/contracts/gateway/request-record";
import type { Exchange, Reply } from "@/lib/exchange/exchange";
import type { Cache } from "./cache/cache-of";
import type { Dialog } from "./dialects/dialect";
import type { Guard } from "./guardrails/guard";
import type { LimitStatus, Reading } from "./limits/reading";
import type { Claim } from "./money/claim";
import type { Hold } from "./money/hold-status";
import type { Parts } from "./parts";
import type { Target } from "./providers/choose-targets";
import type { Deadline } from "./providers/deadline";
import type { ChatRequest, NativeChat } from "./read-body";
import { type BegunCall, RequestLog } from "./record/request-log";
import type { CallWatch } from "./record/watch-call";
import type { Route } from "./routing/plan-route";
import type { Caller } from "./settings";

export type Next = (call: Call) => Promise<Reply>;

/** One part of the pipeline: it may act before the next stages, on their reply, and on what they throw. */
export type Stage = (call: Call, next: Next) => Promise<Reply>;

/** The stages as one function. The last one runs no other. */
export const compose = (...stages: Stage[]): Next =>
  stages.reduceRight<Next>(
    (next, stage) => (call) => stage(call, next),
    () => Promise.reject(new Error("The last stage has no next one.")),
  );

/** Reads a request, once, and refuses by throwing. The result decides for a caller: again where the key has changed meanwhile. */
export type Operation = (call: Call, caller: Caller) => Decide | Promise<Decide>;

/** Throws every refusal that is possible before anything is counted. */
export type Decide = (caller: Caller) => Plan;

export interface Plan {
  /** The request's need of money and tokens. */
  claim?: Claim | null;
  /** Whether the request does not count against the request rate limits. */
  isFree?: boolean;
  /** Of a request that calls a model. */
  model?: ModelCall;
  /** The answer of a request that calls no model, once limits have admitted it. */
  answer?: (call: Call) => Reply | Promise<Reply>;
}

/** A request that calls a model, as it was planned. */
export interface ModelCall {
  readonly caller: Caller;
  readonly operation: GatewayOperation;
  /** What the provider is called for if it is not a chat. */
  readonly api: ChatRequest["api"];
  /** The prompt that was filled in; null for none. */
  readonly prompt: UsedPrompt | null;
  /** How long the request was. */
  readonly characters: number;
  readonly user: string | null;
  /** Milliseconds since 1970: which prices and windows count it. */
  readonly at: number;
  readonly guard: Guard | null;
  readonly cache: Cache | null;
  /** The body by which the cost is computed. */
  readonly pricedBody: ChatBody;
  /** Whether a provider may read content that is not in the request. */
  readonly readsMore: boolean;
  /** For the provider: after guardrails, as they let it pass. */
  body: ChatBody;
  /** The same in the client's protocol, for providers that speak it; null where it is sent as a chat. */
  native: NativeChat | null;
  /** After `charge`, without the targets that a budget refuses. */
  route: Route;
  /** Follows the provider's answer to its end. A stage that must see it puts its own watch around this one. */
  watch: CallWatch;
  /** Null until a provider or the cache is about to answer. */
  record: (BegunCall & { startedAt: number }) | null;
  /** Whether providers are called: false for an answer from the cache, which costs nothing. */
  isForwarded: boolean;
  /** The target that is called now. */
  attempt: { target: Target; deadline: Deadline } | null;
}

export class Call {
  readonly request: Exchange;
  readonly parts: Parts;
  readonly operation: Operation;
  /** The client's protocol, where it is not chat completions. */
  readonly dialog: Dialog | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly log: RequestLog;
  /** The levels of its rate limits, as `authenticate` has taken or read them. */
  readings: Reading[] = [];
  /** For the headers; null where the limits could not be read. */
  limitStatus: LimitStatus | null = null;
  /** What `authenticate` has reserved or read of its money and tokens; null where nothing counts them. */
  hold: Hold | null = null;
  /** Whether a call passes that could not be counted. */
  outage: "open" | "closed" = "closed";
  /** Null until `authenticate` has admitted it. */
  plan: Plan | null = null;

  constructor(request: Exchange, parts: Parts, operation: Operation, dialog: Dialog | null = null) {
    const { recorder, now } = parts;
    this.request = request;
    this.parts = parts;
    this.operation = operation;
    this.dialog = dialog;
    this.startedAt = now();
    const userAgent = request.header("user-agent");
    this.log = new RequestLog({
      requestId: request.facts.id,
      startedAt: this.startedAt,
      userAgent,
      recorder,
      now,
    });
  }

  /** For the stages after `authenticate`. */
  get model(): ModelCall {
    const model = this.plan?.model;
    if (!model) throw new Error("This request calls no model.");
    return model;
  }
}
