// The interface to a voice provider: dial, read a call's state, hang up. Details of each provider stay behind it.
import type { Recordings, TurnMessage } from "@/lib/contracts/simulation/call-parts";
import type { SimulatorSettings } from "@/lib/contracts/simulation/simulator";
import type { Send } from "@/lib/gateway/providers/provider";
import type { Unanswered } from "../conversation/answer";
import type { TelephonyAccount } from "./telephony-account";

/** A call to place: who speaks on our side, and how long it may last. */
export interface Dial {
  /** A UUID that the provider stores with the call, so that we can find it again. */
  mark: string;
  /** With a leading +. */
  to: string;
  prompt: string;
  /** The customer's first words; empty leaves them to its model. Null waits for the called side to speak. */
  firstMessage: string | null;
  settings: SimulatorSettings;
  model: string;
  temperature: number;
  /** A two-letter code. */
  language: string;
  maxSeconds: number;
}

/** An utterance, or a tool call of the agent. Milliseconds count from the start of the call. */
export interface Utterance {
  speaker: "customer" | "agent";
  message: TurnMessage;
  startMs: number;
  endMs: number;
  /** 0 to 1; null if the provider does not say. */
  confidence: number | null;
}

/** A call in the state that the provider reports now. */
export interface CallStatus {
  id: string;
  mark: string | null;
  state: "dialing" | "talking" | "over";
  startedAt: Date | null;
  endedAt: Date | null;
  /** Why it ended, in the provider's own words. */
  reason: string;
  utterances: Utterance[];
  recordings: Recordings;
  /** Micro-dollars by part: transport, stt, llm, tts, platform, or the provider's own name. */
  costs: Record<string, number>;
  /** The total in micro-dollars; null if the provider does not report it. */
  costMicros: number | null;
  /** Milliseconds by measurement, as the provider reports them. */
  latencies: Record<string, number>;
  summary: string | null;
  /** Whether an ended call is final, so that no recording or cost will follow. */
  isWhole: boolean;
  /** The address that ends an ongoing call; null if the provider has another way. */
  control: string | null;
}

/**
 * `isInDoubt`: the provider may have carried out the request, although it has not confirmed it. `status` is that of its
 * answer; null if there is none.
 */
export type Refused = Unanswered & { isInDoubt: boolean; status: number | null };
export type Result<T> = { ok: true; value: T } | Refused;

export interface TelephonyContext {
  send: Send;
}

/** The key and address for requests; `base` has no trailing slash. */
export type Account = Pick<TelephonyAccount, "key" | "base">;

/** An assistant from its provider, cut to the limits of an agent here. */
export interface Assistant {
  name: string;
  prompt: string;
  /** Null if the provider does not count them. */
  version: number | null;
}

export interface VoiceProvider {
  assistant(account: Account, id: string, context: TelephonyContext): Promise<Result<Assistant>>;
  dial(line: TelephonyAccount, dial: Dial, context: TelephonyContext): Promise<Result<CallStatus>>;
  fetch(line: TelephonyAccount, id: string, context: TelephonyContext): Promise<Result<CallStatus>>;
  /** The call with a mark that was dialed at that time; null if the provider has none. */
  find(
    line: TelephonyAccount,
    mark: string,
    dialedAt: Date,
    context: TelephonyContext,
  ): Promise<Result<CallStatus | null>>;
  hangUp(line: TelephonyAccount, id: string, context: TelephonyContext): Promise<Result<null>>;
}

export const MAX_UTTERANCES = 2_000;
