// The interface to a voice provider: dial, read a call's state, hang up. Details of each provider stay behind it.
import type { Recordings, TurnMessage } from "@/lib/contracts/simulation/call-parts";
import type { SimulatorSettings } from "@/lib/contracts/simulation/simulator";
import type { Send } from "@/lib/gateway/providers/provider";
import type { Unanswered } from "../conversation/answer";
import type { TelephonyAccount } from "./telephony-account";

/** A call that is to be placed: who speaks on our side of it, and how long it may last. */
export interface Dial {
  /** A uuid that the provider keeps with the call, by which it is found again. */
  mark: string;
  /** With a leading +. */
  to: string;
  prompt: string;
  /** What the customer says first; empty is left to its model. Null waits for the one who is called. */
  firstMessage: string | null;
  settings: SimulatorSettings;
  model: string;
  temperature: number;
  /** Two letters. */
  language: string;
  maxSeconds: number;
}

/** An utterance, or a tool call of the agent. Milliseconds count from the start of the call. */
export interface Utterance {
  speaker: "customer" | "agent";
  message: TurnMessage;
  startMs: number;
  endMs: number;
  /** 0 to 1; null where the provider does not say. */
  confidence: number | null;
}

/** A call as the provider tells it now. */
export interface CallStatus {
  id: string;
  mark: string | null;
  state: "dialing" | "talking" | "over";
  startedAt: Date | null;
  endedAt: Date | null;
  /** Why it is over, in the provider's own word. */
  reason: string;
  utterances: Utterance[];
  recordings: Recordings;
  /** Micro-dollars by part: transport, stt, llm, tts, platform, or the provider's own name. */
  costs: Record<string, number>;
  /** Micro-dollars of the whole; null where the provider does not tell. */
  costMicros: number | null;
  /** Milliseconds by what was measured, as the provider tells them. */
  latencies: Record<string, number>;
  summary: string | null;
  /** Whether nothing further is to come of a call that is over: recording, cost. */
  isWhole: boolean;
  /** The address that ends an ongoing call; null if the provider has another way. */
  control: string | null;
}

/**
 * `isInDoubt` says that the provider may have done what was asked, although it has not said so; `status` is that of its answer, null
 * where there is none.
 */
export type Refused = Unanswered & { isInDoubt: boolean; status: number | null };
export type Result<T> = { ok: true; value: T } | Refused;

export interface TelephonyContext {
  send: Send;
}

/** Whose key asks, and where; `base` has no slash at its end. */
export type Account = Pick<TelephonyAccount, "key" | "base">;

/** An assistant as its provider keeps it, cut to what an agent here may have. */
export interface Assistant {
  name: string;
  prompt: string;
  /** Null where the provider does not count them. */
  version: number | null;
}

export interface VoiceProvider {
  assistant(account: Account, id: string, context: TelephonyContext): Promise<Result<Assistant>>;
  dial(line: TelephonyAccount, dial: Dial, context: TelephonyContext): Promise<Result<CallStatus>>;
  fetch(line: TelephonyAccount, id: string, context: TelephonyContext): Promise<Result<CallStatus>>;
  /** The call of a mark, dialed at that time; null where the provider has none. */
  find(
    line: TelephonyAccount,
    mark: string,
    dialedAt: Date,
    context: TelephonyContext,
  ): Promise<Result<CallStatus | null>>;
  hangUp(line: TelephonyAccount, id: string, context: TelephonyContext): Promise<Result<null>>;
}

export const MAX_UTTERANCES = 2_000;
