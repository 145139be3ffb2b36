// The budgets that count a call.
import type { ChatBody } from "@/lib/contracts/gateway/chat";
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

/** A budget that counts a call. */
export interface BudgetAccount {
  kind: "budget";
  account: string;
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

/** The spender and the time, in milliseconds since 1970. */
export interface Spending {
  caller: Caller;
  user: string | null;
  at: number;
}

/** The names under which a model's budget counts a call. */
export const namesOf = ({ model }: ChatBody, target: Target): string[] =>
  modelNames(model, target.provider.name, target.model);

/**
 * The budgets that apply under any of these names of models, each with its account; the key's own before the organization's
 * before the gateway's.
 */
export function budgetsOf({ caller, user, at }: Spending, models: readonly string[]): BudgetAccount[] {
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

/** The budgets of a call that any of its targets may answer. */
export function budgetsOfAll(call: Spending & { body: ChatBody; targets: readonly Target[] }): {
  budgets: BudgetAccount[];
  alternatives: Alternative[];
} {
  const named = call.targets.map((target) => ({ target: targetId(target), names: namesOf(call.body, target) }));
  const budgets = budgetsOf(call, [...new Set(named.flatMap(({ names }) => names))]);
  if (named.length < 2) return { budgets, alternatives: [] };
  const isOfSome = ({ level, name, budget }: BudgetAccount) =>
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
