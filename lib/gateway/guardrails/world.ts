// What guardrails need of the world, made of the gateway's parts.
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import type { Exchange } from "@/lib/exchange/exchange";
import type { Parts } from "../parts";
import { callProvider } from "../providers/call-provider";
import { chooseTargets } from "../providers/choose-targets";
import { isOk } from "../providers/provider";
import { readAnswerText } from "../providers/read-answer";
import type { Caller, GatewayKey } from "../settings";
import type { World } from "./guard";
import { remotely } from "./remote";
import type { AskRemote } from "./run-rule";

export const worldOf = ({ signal }: Pick<Exchange, "signal">, parts: Parts, caller: Caller): World => ({
  ask: judgeOf(parts, async () => caller),
  now: parts.now,
  signal,
  report: parts.report,
});

/** Judges are the operator's: they may ask any model, whatever the key that is judged may use itself. */
const operator: GatewayKey = {
  id: "guardrails",
  kind: "gateway",
  organizationId: null,
  allowedModels: [],
  rateLimitRpm: null,
  expiresAt: null,
};

/** The way to webhooks, and to the models that these settings have. */
export const judgeOf = (
  { send, now }: Pick<Parts, "send" | "now">,
  settingsOf: () => Promise<Pick<Caller, "settings" | "organization">>,
): AskRemote =>
  remotely(
    send,
    async (model, messages, signal) => {
      const { settings, organization } = await settingsOf();
      const [target] = chooseTargets({ settings, organization, key: operator }, model);
      // Safe because these are the messages that a judge is asked with.
      const body = { model, messages: messages as ChatBody["messages"], temperature: 0, max_tokens: 200 };
      const reply = await callProvider({ target, body, signal, send, now });
      if (!isOk(reply)) throw new Error(`The judge's provider answered ${reply.status}.`);
      const { choices } = JSON.parse(await readAnswerText(reply));
      const content: unknown = choices?.[0]?.message?.content;
      if (typeof content !== "string") throw new Error("The judge said nothing.");
      return content;
    },
    // The gateway's own webhooks may stand anywhere.
    async (webhook) => {
      const rules = (await settingsOf()).settings.guardrails?.rules ?? [];
      return rules.some((rule) => rule.type === "webhook" && rule.config.url === webhook);
    },
  );
