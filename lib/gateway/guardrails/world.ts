// What guardrails need of the world, made of the gateway's parts.
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import type { GuardrailRule } from "@/lib/contracts/gateway/guardrails";
import type { Exchange } from "@/lib/exchange/exchange";
import type { Parts } from "../parts";
import { callProvider } from "../providers/call-provider";
import { chooseTargets, type Target } from "../providers/choose-targets";
import { isOk } from "../providers/provider";
import { readAnswerText } from "../providers/read-answer";
import type { Caller, GatewayKey, GatewaySettings, OrganizationSettings } from "../settings";
import type { World } from "./guard";
import { type RemoteRule, remotely } from "./remote";
import type { AskRemote } from "./run-rule";

export const worldOf = (
  { signal }: Pick<Exchange, "signal">,
  parts: Parts,
  caller: Caller,
  fired: World["fired"],
): World => ({
  // An organization's rule is its own, also where it names what one of the gateway's does.
  ask: judgeOf(
    parts,
    async () => caller,
    (rule) => caller.settings.guardrails?.rules.includes(rule) === true,
  ),
  now: parts.now,
  signal,
  report: parts.report,
  fired,
});

/** Judges may ask models whatever the key that is judged may use itself. */
const operator: GatewayKey = {
  id: "guardrails",
  kind: "gateway",
  organizationId: null,
  allowedModels: [],
  rateLimitRpm: null,
  expiresAt: null,
};

/**
 * The way to webhooks, and to the models that these settings have. The gateway's own webhooks may stand anywhere, and its judges ask
 * any model.
 */
export const judgeOf = (
  { send, now }: Pick<Parts, "send" | "now">,
  settingsOf: () => Promise<Pick<Caller, "settings" | "organization">>,
  isOperators: (rule: RemoteRule) => boolean | Promise<boolean>,
): AskRemote =>
  remotely(
    send,
    async (model, messages, signal, isOperators) => {
      const { settings, organization } = await settingsOf();
      const target = isOperators
        ? chooseTargets({ settings, organization, key: operator }, model)[0]
        : ownJudge(organization, model);
      // Safe because these are the messages that a judge is asked with.
      const body = { model, messages: messages as ChatBody["messages"], temperature: 0, max_tokens: 200 };
      const reply = await callProvider({ target, body, signal, send, now });
      if (!isOk(reply)) throw new Error(`The judge's provider answered ${reply.status}.`);
      const { choices } = JSON.parse(await readAnswerText(reply));
      const content: unknown = choices?.[0]?.message?.content;
      if (typeof content !== "string") throw new Error("The judge said nothing.");
      return content;
    },
    isOperators,
  );

/** Whether two rules ask the same elsewhere. */
export function asksTheSame(rule: RemoteRule, other: GuardrailRule): boolean {
  if (rule.type === "webhook") return other.type === "webhook" && other.config.url === rule.config.url;
  const { model, criteria } = rule.config;
  return other.type === "judge" && other.config.model === model && other.config.criteria === criteria;
}

/** Of a gateway that has nothing of its own. */
export const bareSettings: GatewaySettings = {
  providers: [],
  modelMap: {},
  rateLimiting: { enabled: true, globalRpm: null },
};

/**
 * Where an organization's own judge is asked: at a provider of the organization's own or in the sandbox, since nobody pays the
 * operator for its calls. Throws `model_not_found`.
 */
export const ownJudge = (organization: OrganizationSettings | null, model: string): Target =>
  chooseTargets({ settings: bareSettings, organization, key: operator }, model)[0];
