// The guardrails of one request: before the provider and after it, the gateway's rules first and then the organization's.

import { type FiredGuardrail, guardrailEffects } from "@/lib/contracts/gateway/request-record";
import { Abort } from "@/lib/exchange/signal";
import { isRecord } from "@/lib/records";
import { GatewayFailure } from "../errors";
import { setGatewayHeader } from "../headers";
import type { Caller } from "../settings";
import { compile, type Rule } from "./compile";
import type { Context } from "./finding";
import { operatorsRules } from "./judge-target";
import { nativeAnswerTexts, nativeRequestTexts, withoutOdds } from "./native-texts";
import { answerTexts, requestTexts, systemPromptOf, type TextLocation, withTexts } from "./passages";
import type { Policy } from "./policy";
import { altered } from "./redact";
import { blockedBy, type Outcome, runRule, type Surroundings } from "./run-rule";

/** The consequences of a rule that fires, most severe first. */
const effects = guardrailEffects;
export type Effect = (typeof effects)[number];

export interface Note {
  name: string;
  effect: Effect;
}

export interface World extends Omit<Surroundings, "context"> {
  report(error: unknown): void;
  /** Records the findings of a rule. */
  fired(found: FiredGuardrail): void;
}

/** What is recorded of a rule that fired. */
export const firedBy = ({ rule, score, reason }: Outcome, effect: Effect): FiredGuardrail => ({
  name: rule.name,
  stage: rule.stage,
  effect,
  score,
  reason,
});

export interface Guard {
  pre: readonly Rule[];
  post: readonly Rule[];
  policy: Policy;
}

/** The rules that apply to a caller's requests; null where there are none, or where the request has switched them off. */
export function guardOf(caller: Caller, policy: Policy): Guard | null {
  const { settings, organization } = caller;
  const own = organization?.guardrails ?? null;
  const global = settings.guardrails ?? null;
  if ((!own && !global) || policy === "disabled") return null;
  const [first, second] = [global && operatorsRules(caller, compile(global)), own && compile(own)];
  if (!first || !second) return { pre: [], post: [], ...(first ?? second), policy };
  return { pre: [...first.pre, ...second.pre], post: [...first.post, ...second.post], policy };
}

/** The action of a rule that fires. Text that could not be checked cannot be altered either: it is refused. */
export function effectOf({ rule, failed }: Outcome, policy: Policy): Effect {
  if (policy === "log-only") return "log";
  if (policy === "strict") return "block";
  if (rule.alter) return failed ? "block" : "alter";
  return rule.action;
}

export const underPolicy = (rule: Rule, policy: Policy): Rule =>
  policy === "strict" ? { ...rule, threshold: 0 } : rule;

/** Runs rules in order. The first that blocks ends them by throwing; one that alters changes the input of the next ones. */
async function run<T extends Record<string, unknown>>(
  value: T,
  textsOf: (value: T) => TextLocation[],
  rules: readonly Rule[],
  policy: Policy,
  surroundings: Surroundings & World,
): Promise<{ value: T; notes: Note[] }> {
  const notes: Note[] = [];
  let current = value;
  let texts = textsOf(current);
  for (const rule of rules) {
    if (rule.isAsync) {
      later(underPolicy(rule, policy), texts, surroundings);
      continue;
    }
    const outcome = await runRule(underPolicy(rule, policy), texts, surroundings);
    if (!outcome.fires) continue;
    const effect = effectOf(outcome, policy);
    surroundings.fired(firedBy(outcome, effect));
    if (effect === "block") throw refusalOf(outcome);
    notes.push({ name: rule.name, effect });
    if (effect !== "alter" || !rule.alter) continue;
    current = withTexts(current, await alteredTexts(texts, outcome, rule.alter));
    texts = textsOf(current);
  }
  return { value: current, notes };
}

/** Providers refuse empty texts in requests. */
const filled = (text: string, { stage }: Rule): string => (stage === "pre" && text.trim() === "" ? "***" : text);

const alteredTexts = (texts: readonly TextLocation[], { findings, rule }: Outcome, alter: NonNullable<Rule["alter"]>) =>
  Promise.all(
    texts.flatMap((location, index) => {
      const found = findings[index] ?? [];
      if (found.length === 0) return [];
      return [altered(location.text, found, alter).then((text) => ({ ...location, text: filled(text, rule) }))];
    }),
  );

/** The refusal with the headers that describe it. */
export function refusalOf(outcome: Outcome): GatewayFailure {
  const { code, message } = blockedBy(outcome);
  const headers: Record<string, string> = {};
  setGuardHeaders(headers, [{ name: outcome.rule.name, effect: "block" }]);
  return new GatewayFailure(code, message, { headers });
}

/** Reports the most severe action of the guardrails. */
export function setGuardHeaders(headers: Record<string, string>, notes: readonly Note[]): void {
  const gravest = notes.toSorted((one, other) => effects.indexOf(one.effect) - effects.indexOf(other.effect))[0];
  if (!gravest) return;
  setGatewayHeader(headers, "guardrail-triggered", "true");
  setGatewayHeader(headers, "guardrail-name", gravest.name);
  setGatewayHeader(headers, "guardrail-action", gravest.effect);
}

/** Also for bodies in a provider's own protocol. */
const allTexts = (body: Record<string, unknown>): TextLocation[] => [
  ...requestTexts(body),
  ...nativeRequestTexts(body),
];
const allAnswers = (answer: Record<string, unknown>): TextLocation[] => [
  ...answerTexts(answer),
  ...nativeAnswerTexts(answer),
];

/** The body for the provider, and the guardrails' actions. Throws `content_blocked`. */
export async function guardRequest<T extends Record<string, unknown>>(
  body: T,
  { pre, post, policy }: Guard,
  world: World,
): Promise<{ body: T; notes: Note[]; context: Context }> {
  const isAsked = [...pre, ...post].some(({ type }) => type === "system-prompt-protection");
  const context = { systemPrompt: isAsked ? systemPromptOf(allTexts(body)) : "" };
  if (pre.length === 0) return { body, notes: [], context };
  const { value, notes } = await run(body, allTexts, pre, policy, { ...world, context });
  return { body: value, notes, context };
}

/** The whole answer for the client, and the guardrails' actions. Throws `content_blocked`. */
export async function guardAnswer(
  text: string,
  { post, policy }: Guard,
  surroundings: Surroundings & World,
): Promise<{ text: string; notes: Note[] }> {
  const answer: unknown = JSON.parse(text);
  if (!isRecord(answer)) return { text, notes: [] };
  const { value, notes } = await run(answer, allAnswers, post, policy, surroundings);
  return { text: value === answer ? text : JSON.stringify(withoutTokens(value)), notes };
}

/** An answer's logprobs hold its text once more, token by token. */
export function withoutTokens(answer: Record<string, unknown>): Record<string, unknown> {
  if (isRecord(answer.native)) return { ...answer, native: withoutOdds(answer.native) };
  if (!Array.isArray(answer.choices)) return answer;
  const choices = answer.choices.map((choice) =>
    isRecord(choice) && choice.logprobs ? { ...choice, logprobs: null } : choice,
  );
  return { ...answer, choices };
}

/** How many asynchronous rules run at a time in this process; further ones are skipped. */
const MAX_RUNNING = 64;
let running = 0;

/** Runs a rule beside the request: its verdict is recorded and decides nothing. */
export function later(rule: Rule, texts: readonly TextLocation[], surroundings: Surroundings & World): void {
  if (running >= MAX_RUNNING) {
    surroundings.report(new Error(`The guardrail ${rule.name} was skipped: too many are running.`));
    return;
  }
  running += 1;
  // The client may leave meanwhile.
  const work = runRule(rule, texts, { ...surroundings, signal: new Abort() })
    .then((outcome) => {
      const { fires, reason } = outcome;
      if (!fires) return;
      surroundings.fired(firedBy(outcome, rule.action === "warn" ? "warn" : "log"));
      surroundings.report(new Error(`The guardrail ${rule.name} fired: ${reason ?? "no reason given"}.`));
    })
    .catch(surroundings.report)
    .finally(() => {
      running -= 1;
    });
  void work;
}
