// What a call needs from the token limits, budgets and credits that apply to it. Pure.
import { storable } from "@/lib/bounds/storable";
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import { GatewayFailure } from "../errors";
import { type Target, targetId } from "../providers/choose-targets";
import type { Caller } from "../settings";
import {
  accountOf,
  type Budget,
  type BudgetLevel,
  type Budgets,
  budgetSources,
  firstBudget,
  modelNames,
  namedBudget,
  type Window,
  windowOf,
} from "./budget";
import type { Expectations } from "./expectations";
import { limitsOf, type Price, type Pricings, priceOf } from "./price";
import { choicesOf, estimateOf, type Tokens, worstCost } from "./usage";
import { usageBound } from "./usage-bound";

/** A counter of tokens a minute. */
export interface TokenClaim {
  level: "organization" | "key";
  /** The owner of the tokens that are counted together. */
  subject: string;
  limit: number;
  /** The usage that the request itself allows. The call is refused if there is no room for it. */
  needed: number;
  /** Its expected usage; reserved as far as there is room. */
  desired: number;
}

/** Budgets and credits: amounts in micro-dollars. One that `isOwed` is reserved whatever is left. */
export type AccountClaim = { account: string; amount: number; isOwed?: true } & (BudgetAccount | { kind: "credits" });

interface BudgetAccount {
  kind: "budget";
  level: BudgetLevel;
  /** The key's id, the user, or the model's name in the settings; empty for an organization. */
  name: string;
  budget: Budget;
  window: Window;
  organizationId: string | null;
  /** Whether it counts only some of the targets: where it has nothing left the others may answer. */
  isOfSome?: boolean;
}

/** A target, and the accounts that count it and not every other. */
export interface Alternative {
  target: string;
  accounts: string[];
}

export interface Claim {
  /** False: the call reserves nothing, and only reads the status of its key. */
  reserves: boolean;
  tokens: TokenClaim[];
  accounts: AccountClaim[];
  /** All targets, if budgets distinguish between them; otherwise none. */
  alternatives: Alternative[];
  /** Milliseconds since 1970: which windows count it. */
  at: number;
}

/** The spender and the time, in milliseconds since 1970. */
interface Spending {
  caller: Caller;
  user: string | null;
  at: number;
}

/** A call whose targets are known, as far as its cost depends on them. */
export interface Priceable extends Spending {
  body: ChatBody;
  targets: readonly Target[];
  /** Whether a provider may read content that is not in the request. */
  readsMore?: boolean;
  expectations: Expectations;
  /** The judges of the call, at the caller's cost. */
  judges?: readonly Judge[];
}

/** A guardrail's judge before its input is known. */
export interface Judge {
  body: ChatBody;
  target: Target;
  /** Whether the refusal comes before the provider is called, or after. */
  judges: "pre" | "post";
  /** How many bytes of it, and so tokens. */
  mostRead: number;
}

export const creditsOf = (keyId: string): string => `credits:${keyId}`;

export const pricingsOf = ({ organization, settings }: Caller): Pricings => [organization?.pricing, settings.pricing];

/** What in a managed key's call is refused or costs nothing; null for other keys. */
export function balanceClaim({ key }: Caller, at: number): Claim | null {
  if (!key.isManaged) return null;
  return { reserves: false, tokens: [], accounts: [creditsClaim(key.id, 0)], alternatives: [], at };
}

const creditsClaim = (keyId: string, amount: number): AccountClaim => ({
  kind: "credits",
  account: creditsOf(keyId),
  amount,
});

/** Everything that counts a key's calls, to be read; null where nothing does. */
export function statusClaim(spending: Spending): Claim | null {
  const { caller, at } = spending;
  const { key, organization, settings } = caller;
  const sources = budgetSources(organization?.budgets, settings.budgets) ?? [];
  const names = sources.flatMap(({ models }) => Object.keys(models));
  const budgets = budgetsOf(spending, [...new Set(names)]);
  const tokens = tokenLevels(caller).map((level) => ({ ...level, needed: 0, desired: 0 }));
  const accounts = [
    ...budgets.map((budget): AccountClaim => ({ ...budget, amount: 0 })),
    ...(key.isManaged ? [creditsClaim(key.id, 0)] : []),
  ];
  return tokens.length + accounts.length > 0 ? { reserves: false, tokens, accounts, alternatives: [], at } : null;
}

/** Null where nothing that the call could exceed is configured. Throws `permission_denied` for a model that needs a price. */
export function claimOf(call: Priceable): Claim | null {
  const { caller, body, targets, at } = call;
  const { key } = caller;
  const pricings = pricingsOf(caller);
  const prices = targets.map((target) => priceOf(pricings, target, at));
  if (prices.some((price) => price === null)) refuseUnpriced(call);
  const levels = tokenLevels(caller);
  const { budgets, alternatives } = budgetsOfAll(call);
  const judging = (call.judges ?? []).map((judge) => ({
    judge,
    budgets: budgetsOf(call, namesOf(judge.body, judge.target)),
  }));
  const isCounted = budgets.length > 0 || judging.some((each) => each.budgets.length > 0);
  if (levels.length === 0 && !isCounted && !key.isManaged) return null;

  const bounds = targets.map((target, index) =>
    usageBound(body, limitsOf(prices[index] ?? null, target), call.readsMore),
  );
  const costs = bounds.map((bound, index) => worstOf(bound, prices[index] ?? null));
  const amount = Math.max(0, ...costs);
  const mostFor = ({ level, name }: BudgetAccount): number =>
    level === "model"
      ? Math.max(
          0,
          ...targets.flatMap((target, index) => (namesOf(body, target).includes(name) ? (costs[index] ?? 0) : [])),
        )
      : amount;
  const judged = judging.map(({ judge, budgets }) => ({ amount: worstOfJudge(judge, bounds, pricings, at), budgets }));
  const estimate = call.expectations.expect(
    estimateOf(body, defaultOutputOf(pricings)),
    targets.map(targetId),
    choicesOf(body),
  );
  const desired = estimate.inputTokens + estimate.outputTokens;
  const needed = estimate.isStated ? desired : estimate.inputTokens;
  return {
    reserves: true,
    tokens: levels.map((level) => ({ ...level, needed, desired })),
    accounts: [
      ...withJudges(
        budgets.map((budget) => ({ ...budget, amount: mostFor(budget) })),
        judged,
      ),
      ...(key.isManaged
        ? [
            creditsClaim(
              key.id,
              judged.reduce((sum, judge) => sum + judge.amount, amount),
            ),
          ]
        : []),
    ],
    alternatives,
    at,
  };
}

type Amounted = BudgetAccountOf & { amount: number };

/** What judges may cost is reserved with the call, so that none is admitted that could not pay them. No target spares a judge's own budget. */
function withJudges(accounts: Amounted[], judged: { amount: number; budgets: BudgetAccountOf[] }[]): Amounted[] {
  const all = new Map(accounts.map((each) => [each.account, each]));
  for (const { amount, budgets } of judged)
    for (const { isOfSome: _, ...budget } of budgets) {
      const known = all.get(budget.account)?.amount ?? 0;
      all.set(budget.account, { ...budget, amount: known + amount });
    }
  return [...all.values()];
}

const worstOf = (bound: Tokens, price: Price | null): number => (price ? worstCost(bound, price.rates) : 0);

export const defaultOutputOf = (pricings: Pricings): number | null =>
  pricings.find((pricing) => pricing?.defaultOutputTokens)?.defaultOutputTokens ?? null;

/** A judge reads the request or the answer, tokens for tokens. */
function worstOfJudge({ body, target, judges, mostRead }: Judge, bounds: Tokens[], pricings: Pricings, at: number) {
  const price = priceOf(pricings, target, at);
  const prompt = usageBound(body, limitsOf(price, target));
  const read = bounds.map(({ inputTokens, outputTokens }) => (judges === "pre" ? inputTokens : outputTokens));
  return worstOf({ ...prompt, inputTokens: prompt.inputTokens + Math.min(Math.max(0, ...read), mostRead) }, price);
}

/**
 * What a judge's call takes of budgets and credits; null where nothing counts it. It was admitted with the request that it judges:
 * nothing refuses it, and it takes of no rate.
 */
export function claimOfJudge(call: Spending & { body: ChatBody; target: Target }): Claim | null {
  const { caller, body, target, at } = call;
  const { key } = caller;
  const budgets = budgetsOf(call, namesOf(body, target));
  if (budgets.length === 0 && !key.isManaged) return null;
  const price = priceOf(pricingsOf(caller), target, at);
  const amount = worstOf(usageBound(body, limitsOf(price, target)), price);
  const accounts = [
    ...budgets.map((budget) => ({ ...budget, amount })),
    ...(key.isManaged ? [creditsClaim(key.id, amount)] : []),
  ];
  return {
    reserves: true,
    tokens: [],
    accounts: accounts.map((account) => ({ ...account, isOwed: true })),
    alternatives: [],
    at,
  };
}

/** Whether a key may use models without a price. */
export const maySpendUnpriced = (caller: Caller): boolean =>
  (pricingsOf(caller).find((pricing) => pricing?.unknown)?.unknown ?? (caller.key.isManaged ? "refuse" : "free")) ===
  "free";

function refuseUnpriced({ caller, body }: Priceable): void {
  if (maySpendUnpriced(caller)) return;
  throw new GatewayFailure(
    "permission_denied",
    `The model '${body.model.slice(0, 200)}' has no price, and this key may only use models that have one.`,
  );
}

function tokenLevels({ key, organization, settings }: Caller): Pick<TokenClaim, "level" | "subject" | "limit">[] {
  if (!settings.rateLimiting.enabled) return [];
  const ofOrganization = organization?.rateLimiting.enabled ? (organization.rateLimiting.tpm ?? 0) : 0;
  const levels = [
    { level: "organization" as const, subject: `organization:${key.organizationId}`, limit: ofOrganization },
    { level: "key" as const, subject: `key:${key.id}`, limit: key.rateLimitTpm ?? 0 },
  ];
  return levels.filter(({ limit }) => limit > 0);
}

/** The budgets of a call that any of its targets may answer. */
function budgetsOfAll(call: Priceable): { budgets: BudgetAccountOf[]; alternatives: Alternative[] } {
  const named = call.targets.map((target) => ({ target: targetId(target), names: namesOf(call.body, target) }));
  const budgets = budgetsOf(call, [...new Set(named.flatMap(({ names }) => names))]);
  if (named.length < 2) return { budgets, alternatives: [] };
  const isOfSome = ({ level, name, budget }: BudgetAccountOf) =>
    level === "model" && budget.action === "block" && !named.every(({ names }) => names.includes(name));
  const some = budgets.filter(isOfSome);
  if (some.length === 0) return { budgets, alternatives: [] };
  return {
    budgets: budgets.map((each) => (some.includes(each) ? { ...each, isOfSome: true } : each)),
    alternatives: named.map(({ target, names }) => ({
      target,
      accounts: some.filter(({ name }) => names.includes(name)).map(({ account }) => account),
    })),
  };
}

/** The names under which a model's budget counts a call. */
export const namesOf = ({ model }: ChatBody, target: Target): string[] =>
  modelNames(model, target.provider.name, target.model);

type BudgetAccountOf = BudgetAccount & { account: string };

/**
 * The budgets that apply under any of these names of models, each with its account; the key's own before the organization's
 * before the gateway's.
 */
export function budgetsOf({ caller, user, at }: Spending, models: readonly string[]): BudgetAccountOf[] {
  const { key, organization, settings } = caller;
  const { organizationId } = key;
  const sources = budgetSources(organization?.budgets, settings.budgets);
  if (sources === null || (sources.length === 0 && !key.budget)) return [];
  const first = (pick: (budgets: Budgets) => Budget | null | undefined) => firstBudget(sources, pick);

  const found: [level: BudgetLevel, name: string, budget: Budget | null][] = [
    ["organization", "", first((budgets) => budgets.organization)],
    ["key", key.id, key.budget ?? first((budgets) => budgets.key)],
    ["user", user ?? "", user === null ? null : first((budgets) => namedBudget(budgets.users, user) ?? budgets.user)],
    ...models.map((name): [BudgetLevel, string, Budget | null] => [
      "model",
      name,
      first((budgets) => namedBudget(budgets.models, name)),
    ]),
  ];
  return found.flatMap(([level, name, budget]) => {
    if (!budget || budget.limit <= 0) return [];
    const window = windowOf(budget.period, at);
    const account = accountOf({ level, organizationId, name }, budget.period, window);
    return [{ kind: "budget" as const, level, name, budget, window, account, organizationId }];
  });
}

/** Whether a reservation for one claim also covers the other. */
export const isSameClaim = (one: Claim | null, other: Claim | null): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** The user of a call: the one that the request names, otherwise the owner of the key. */
export function userOf({ key }: Caller, labels: { user: string | null }): string | null {
  const user = labels.user ?? key.owner ?? null;
  return user === null ? null : storable(user);
}

/** The price of a million input and a million output tokens, to compare targets; null for a target without a price. */
export const comparablePrice =
  (caller: Caller, now: number) =>
  (target: Target): number | null => {
    const price = priceOf(pricingsOf(caller), target, now);
    return price && price.rates.input + price.rates.output;
  };
