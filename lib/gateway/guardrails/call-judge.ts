// The call of a model that judges for a guardrail.
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import type { Signal } from "@/lib/exchange/signal";
import { GatewayFailure } from "../errors";
import type { Parts } from "../parts";
import { callProvider, secretsOf } from "../providers/call-provider";
import type { Target } from "../providers/choose-targets";
import { readCompletion } from "../providers/read-completion";
import type { CallWatch } from "../record/watch-call";
import { remembered } from "../remembered";
import type { ProviderSettings } from "../settings";

export interface JudgeCall {
  target: Target;
  body: ChatBody;
  signal: Signal;
  watch: CallWatch;
}

/** Of a provider, the models that refuse a temperature, as reasoning models do. */
const refusingTemperature = remembered((_: ProviderSettings) => new Set<string>());

/** The text of the judge's answer. Throws a GatewayFailure, after the watch has noted it. */
export async function callJudge(call: JudgeCall, parts: Pick<Parts, "send" | "now">): Promise<string> {
  const { target, signal, watch } = call;
  const refusing = refusingTemperature(target.provider);
  for (;;) {
    const body = refusing.has(target.model) ? withoutTemperature(call.body) : call.body;
    watch.tried(target);
    try {
      const reply = await callProvider({ target, body, signal, ...parts });
      const answer = await readCompletion(reply, { secrets: secretsOf(target.provider), watch, isNative: false });
      watch.ended(null);
      return answer;
    } catch (error) {
      const failure = judgeFailure(error, signal);
      watch.missed(failure);
      if ("temperature" in body && isTemperatureRefused(failure)) {
        refusing.add(target.model);
        continue;
      }
      watch.ended(failure);
      throw failure;
    }
  }
}

const withoutTemperature = ({ temperature: _, ...body }: ChatBody): ChatBody => body;

const isTemperatureRefused = ({ detail: { providerStatus }, message }: GatewayFailure): boolean =>
  (providerStatus === 400 || providerStatus === 422) && /temperature/i.test(message);

function judgeFailure(error: unknown, { aborted }: Signal): GatewayFailure {
  if (error instanceof GatewayFailure) return error;
  return aborted
    ? new GatewayFailure("timeout", "The judge took too long to answer.", { cause: error })
    : new GatewayFailure("upstream_error", "The judge's provider could not be reached.", { cause: error });
}
