// One request from its beginning to its end, for the log and, if a model is called, for its trace.
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import type {
  FiredGuardrail,
  GatewayOperation,
  RequestRecord,
  UsedPrompt,
} from "@/lib/contracts/gateway/request-record";
import type { Signal } from "@/lib/exchange/signal";
import type { GatewayFailure } from "../errors";
import { userOf } from "../money/claim";
import type { Caller } from "../settings";
import type { CompletedRequest, Recorder } from "./recorder";
import { mayRecordRefusal } from "./refusals";
import { traceIdOf } from "./trace-id";
import { type TraceLabels, tracingOf } from "./tracing";
import { brokenOff, type CallEnd } from "./watch-call";

interface Beginning {
  requestId: string;
  userAgent: string | null;
  /** Milliseconds since 1970. */
  startedAt: number;
  recorder: Recorder;
  now(): number;
}

/** A request for a model, once that is known. */
interface ModelRequest {
  operation: GatewayOperation;
  body: ChatBody | null;
  labels: TraceLabels | null;
  prompt: UsedPrompt | null;
}

type Over = Pick<CompletedRequest, "endedAt" | "characters" | "cost" | "refusal">;

export interface BegunCall {
  /** Null where no trace is kept. */
  traceId: string | null;
  /** Hands the request over; returns at once. */
  end(end: CallEnd, cost: number | null): void;
}

export class RequestLog {
  readonly requestId: string;
  /** The caller, as soon as it is known. */
  caller: Caller | null = null;
  modelRequest: ModelRequest | null = null;
  /** The gateway's own id, in log and ledger; that of its reservation, if there is one. */
  id: string = crypto.randomUUID();
  cache: RequestRecord["cache"] = null;
  readonly #beginning: Beginning;
  readonly #guardrails: FiredGuardrail[] = [];
  #isHandedOver = false;

  constructor(beginning: Beginning) {
    this.#beginning = beginning;
    this.requestId = beginning.requestId;
  }

  /** Each guardrail once for each thing that it does. */
  readonly fired = (found: FiredGuardrail): void => {
    const isKnown = this.#guardrails.some(
      ({ name, stage, effect }) => name === found.name && stage === found.stage && effect === found.effect,
    );
    if (!isKnown) this.#guardrails.push(found);
  };

  /** A model, or the cache instead, is about to answer: the outcome of the call is that of the request. */
  async call(caller: Caller, body: ChatBody): Promise<BegunCall> {
    this.#isHandedOver = true;
    return this.#begin(caller, body, {});
  }

  /** A guardrail's judge is about to be called, beside the request; the operator's judge belongs to no organization. */
  judge(caller: Caller, body: ChatBody, id: string, isOperators: boolean): Promise<BegunCall> {
    const key = isOperators ? { ...caller.key, organizationId: null } : caller.key;
    return this.#begin({ ...caller, key }, body, {
      id,
      body,
      operation: "judge",
      cache: null,
      guardrails: [],
      prompt: null,
    });
  }

  async #begin(
    caller: Caller,
    body: ChatBody,
    own: Partial<Pick<CompletedRequest, "id" | "body" | "operation" | "cache" | "guardrails" | "prompt">>,
  ): Promise<BegunCall> {
    const { id: keyId, organizationId } = caller.key;
    const tracing = tracingOf(caller);
    const { modelRequest } = this;
    if (tracing === "off" || !modelRequest?.labels) return { traceId: null, end() {} };
    const { labels } = modelRequest;
    const { requestId, recorder, now } = this.#beginning;
    const startedAt = now();
    const traceId = organizationId === null ? null : await traceIdOf(organizationId, requestId);
    const record = recorder.begin();
    return {
      traceId,
      end: (end, cost) => {
        const { target, attempts, characters, firstChunkAt, endedAt, answer, outcome } = end;
        const completed = this.#completed(caller, modelRequest, { endedAt, characters, cost, refusal: null });
        Object.assign(completed, own);
        const { operation, guardrails, prompt } = completed;
        // Written out, here and below: spreading takes longer, and its objects take far longer to collect.
        completed.call = {
          operation,
          requestId,
          traceId,
          organizationId,
          keyId,
          tracing,
          labels,
          prompt,
          body,
          startedAt,
          target,
          attempts,
          characters,
          firstChunkAt,
          endedAt,
          answer,
          outcome,
          cost,
          guardrails,
        };
        record(completed);
      },
    };
  }

  /** The request is over. If no model was called, it is handed over now, if its caller is known. */
  over(failure: GatewayFailure, signal: Signal): void {
    const { caller, modelRequest } = this;
    if (this.#isHandedOver || !caller || !modelRequest) return;
    this.#isHandedOver = true;
    const { recorder, now } = this.#beginning;
    const endedAt = now();
    if (tracingOf(caller) === "off" || !mayRecordRefusal(caller.key.id, endedAt)) return;
    const refusal = signal.aborted ? brokenOff(signal) : failure;
    recorder.begin()(this.#completed(caller, modelRequest, { endedAt, characters: 0, cost: 0, refusal }));
  }

  #completed(
    { key, organization, settings }: Caller,
    { operation, body, labels, prompt }: ModelRequest,
    over: Over,
  ): CompletedRequest {
    const { requestId, userAgent, startedAt } = this.#beginning;
    const { endedAt, characters, cost, refusal } = over;
    return {
      id: this.id,
      requestId,
      organizationId: key.organizationId,
      keyId: key.id,
      operation,
      body,
      labels,
      prompt,
      user: labels && userOf({ key, organization, settings }, labels),
      userAgent,
      startedAt,
      endedAt,
      characters,
      cache: this.cache,
      guardrails: this.#guardrails,
      cost,
      refusal,
      call: null,
    };
  }
}
