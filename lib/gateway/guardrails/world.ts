// The parts of the gateway that guardrails need.

import type { ChatBody } from "@/lib/contracts/gateway/chat";
import type { GuardrailRule } from "@/lib/contracts/gateway/guardrails";
import type { Exchange } from "@/lib/exchange/exchange";
import type { Parts } from "../parts";
import type { Target } from "../providers/choose-targets";
import { type CallWatch, unwatched } from "../record/watch-call";
import type { Caller } from "../settings";
import { callJudge } from "./call-judge";
import type { World } from "./guard";
import { operatorsJudge, ownJudge } from "./judge-target";
import { type RemoteRule, remotely } from "./remote";
import type { AskRemote } from "./run-rule";

/** A judge is about to be called; returns what follows its call. */
export type FollowJudge = (call: { target: Target; body: ChatBody; isOperators: boolean }) => Promise<CallWatch>;

export const worldOf = (
  { signal }: Pick<Exchange, "signal">,
  parts: Parts,
  caller: Caller,
  fired: World["fired"],
  follow: FollowJudge,
): World => ({
  // An organization's rule is separate, even if it has the same name as one of the gateway's.
  ask: judgeOf(
    parts,
    async () => caller,
    (rule) => caller.settings.guardrails?.rules.includes(rule) === true,
    follow,
  ),
  now: parts.now,
  signal,
  report: parts.report,
  fired,
});

/**
 * The way to webhooks, and to the models that these settings have. The gateway's own webhooks may stand anywhere, and its judges ask
 * any model.
 */
export const judgeOf = (
  { send, now }: Pick<Parts, "send" | "now">,
  settingsOf: () => Promise<Pick<Caller, "settings" | "organization">>,
  isOperators: (rule: RemoteRule) => boolean | Promise<boolean>,
  follow: FollowJudge = async () => unwatched,
): AskRemote =>
  remotely(
    send,
    async (body, signal, isOperators) => {
      const { model } = body;
      const { settings, organization } = await settingsOf();
      const target = isOperators ? operatorsJudge(settings, model) : ownJudge(organization, model);
      const watch = await follow({ target, body, isOperators });
      const answer = await callJudge({ target, body, signal, watch }, { send, now });
      const { choices } = JSON.parse(answer);
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
