// What a call asks of the limits of tokens, the budgets and the credits that apply to it. Pure.
import { storable } from "@/lib/bounds/storable";
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import { GatewayFailure } from "../errors";
import type { Target } from "../providers/choose-targets";
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
import { type Price, type Pricings, priceOf } from "./price";
import { boundOf, worstCost } from "./usage";

/** A counter of tokens a minute. */
export interface TokenClaim {
  level: "organization" | "key";
  /** Whose tokens are counted together. */
  subject: string;
  limit: number;
  /** What the request itself says that it may use; it is refused where there is no room for that. */
  needed: number;
  /** What it is taken to use; reserved as far as there is room. */
  wanted: number;
}

/** Budgets and credits: amounts in micro-dollars. */
export type AccountClaim = { account: string; amount: number } & (
  | { kind: "budget"; level: BudgetLevel; budget: Budget; window: Window; organizationId: string | null }
  | { kind: "credits" }
);

export interface Claim {
  /** False: the call takes nothing, and only asks where its key stands. */
  reserves: boolean;
  tokens: TokenClaim[];
  accounts: AccountClaim[];
  /** Milliseconds since 1970: which windows count it. */
  at: number;
}

/** A call whose target is chosen, as far as its cost depends on it. */
export interface Priceable {
  caller: Caller;
  body: ChatBody;
  targets: readonly Target[];
  user: string | null;
  at: number;
}

export const creditsOf = (keyId: string): string => `credits:${keyId}`;

export const pricingsOf = ({ organization, settings }: Caller): Pricings => [organization?.pricing, settings.pricing];

/** What a managed key's call asks that is refused or costs nothing; null for other keys. */
export function balanceClaim({ key }: Caller, at: number): Claim | null {
  if (!key.isManaged) return null;
  return { reserves: false, tokens: [], accounts: [{ kind: "credits", account: creditsOf(key.id), amount: 0 }], at };
}

/** Null where nothing that the call could exceed is configured. Throws `permission_denied` for a model that needs a price. */
export function claimOf(call: Priceable): Claim | null {
  const { caller, body, targets, at } = call;
  const { key } = caller;
  const pricings = pricingsOf(caller);
  const prices = targets.map((target) => priceOf(pricings, target, at));
  if (prices.some((price) => price === null)) refuseUnpriced(call, pricings);
  const levels = tokenLevels(caller);
  const budgets = budgetsOf(call);
  if (levels.length === 0 && budgets.length === 0 && !key.isManaged) return null;

  const bound = boundOf(body, pricings.find((pricing) => pricing?.defaultOutputTokens)?.defaultOutputTokens ?? null);
  const worst = (price: Price | null) => (price ? worstCost(bound, price.rates) : 0);
  const amount = Math.max(0, ...prices.map(worst));
  const wanted = bound.inputTokens + bound.outputTokens;
  const needed = bound.isStated ? wanted : bound.inputTokens;
  return {
    reserves: true,
    tokens: levels.map((level) => ({ ...level, needed, wanted })),
    accounts: [
      ...budgets.map((budget) => ({ ...budget, amount })),
      ...(key.isManaged ? [{ kind: "credits" as const, account: creditsOf(key.id), amount }] : []),
    ],
    at,
  };
}

function refuseUnpriced({ caller, body }: Priceable, pricings: Pricings): void {
  const policy = pricings.find((pricing) => pricing?.unknown)?.unknown ?? (caller.key.isManaged ? "refuse" : "free");
  if (policy === "free") return;
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

/** The budgets that apply, each with its account; the key's own before the organization's before the gateway's. */
export function budgetsOf({ caller, body, targets, user, at }: Priceable) {
  const { key, organization, settings } = caller;
  const { organizationId } = key;
  const sources = budgetSources(organization?.budgets, settings.budgets);
  if (sources === null) return [];
  const first = (pick: (budgets: Budgets) => Budget | null | undefined) => firstBudget(sources, pick);

  const [target] = targets;
  const names = target ? modelNames(body.model, target.provider.name, target.model) : [];
  const found: [level: BudgetLevel, name: string, budget: Budget | null][] = [
    ["organization", "", first((budgets) => budgets.organization)],
    ["key", key.id, key.budget ?? first((budgets) => budgets.key)],
    ["user", user ?? "", user === null ? null : first((budgets) => namedBudget(budgets.users, user) ?? budgets.user)],
    ...names.map((name): [BudgetLevel, string, Budget | null] => [
      "model",
      name,
      first((budgets) => namedBudget(budgets.models, name)),
    ]),
  ];
  return found.flatMap(([level, name, budget]) => {
    if (!budget || budget.limit <= 0) return [];
    const window = windowOf(budget.period, at);
    const account = accountOf({ level, organizationId, name }, budget.period, window);
    return [{ kind: "budget" as const, level, budget, window, account, organizationId }];
  });
}

/** Whether what was taken for one claim does for the other as well. */
export const isSameClaim = (one: Claim | null, other: Claim | null): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** Whose user a call is: as the request names it, which is its client's word, else the owner of the key. */
export function userOf({ key }: Caller, labels: { user: string | null }): string | null {
  const user = labels.user ?? key.owner ?? null;
  return user === null ? null : storable(user);
}

/** What a million tokens in and as many out cost, to compare targets; null for one without a price. */
export const comparablePrice =
  (caller: Caller, now: number) =>
  (target: Target): number | null => {
    const price = priceOf(pricingsOf(caller), target, now);
    return price && price.rates.input + price.rates.output;
  };
