// The spend of each budget and balance according to the ledger, in the open windows.
import { and, eq, gte, isNotNull, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { gatewayKeys, gatewaySettings, gatewaySpend } from "@/db/schema";
import {
  accountOf,
  type Budget,
  type BudgetLevel,
  type Budgets,
  budgetSources,
  firstBudget,
  modelNames,
  namedBudget,
  type Period,
  readBudget,
  windowOf,
} from "@/lib/gateway/money/budget";
import { creditsOf } from "@/lib/gateway/money/claim";
import { projectedGlobal, projectedOrganization } from "../settings/levels";
import type { Account } from "./bring";

/** Redis keeps a window's account a day longer, for calls that end late. */
const KEPT_MS = 86_400_000;

interface Charge {
  organizationId: string | null;
  keyId: string;
  endUser: string | null;
  requestedModel: string;
  provider: string;
  model: string;
  micros: number;
}

/** All accounts that could hold anything; of one key alone its own and its credits. */
export async function accountsOf(tx: Database, now: number, keyId?: string): Promise<Account[]> {
  const keys = await keysOf(tx, keyId);
  const credits = keys.flatMap(({ id, keyType, balance }): Account[] =>
    keyType === "managed" ? [{ account: creditsOf(id), spent: -Number(balance ?? 0), keptUntil: null }] : [],
  );
  const settings = await settingsOf(tx);
  const ownBudgets = new Map(keys.flatMap(({ id, budget }) => (budget ? [[id, readBudget(budget)] as const] : [])));
  const sums = new Map<string, Account>();
  const add = (level: BudgetLevel, organizationId: string | null, name: string, budget: Budget, micros: number) => {
    if (budget.limit <= 0) return;
    const window = windowOf(budget.period, now);
    const subject = { level, organizationId, name };
    const account = accountOf(subject, budget.period, window);
    const keptUntil = window.end === null ? null : window.end + KEPT_MS;
    const { limit, period } = budget;
    const spent = (sums.get(account)?.spent ?? 0) + micros;
    sums.set(account, { account, keptUntil, spent, budget: { ...subject, limit, period } });
  };
  for (const { id, organizationId } of keys) {
    const own = ownBudgets.get(id);
    if (own && settings.sourcesOf(organizationId)) add("key", organizationId, id, own, 0);
  }
  if (keyId === undefined)
    for (const id of settings.organizations)
      forEachBudget(settings.sourcesOf(id), (budget) => add("organization", id, "", budget, 0));

  for (const period of settings.periods(ownBudgets.values())) {
    const { start } = windowOf(period, now);
    for (const spent of await spentSince(tx, period === "total" ? null : start, keyId)) {
      const sources = settings.sourcesOf(spent.organizationId);
      if (sources === null) continue;
      for (const [level, name, budget] of budgetsFor(spent, sources, ownBudgets)) {
        if (budget?.period !== period || (keyId !== undefined && level !== "key")) continue;
        add(level, spent.organizationId, name, budget, spent.micros);
      }
    }
  }
  return [...credits, ...sums.values()];
}

/** Keys with credits or a budget of their own; or one key. */
const keysOf = (tx: Database, keyId?: string) =>
  tx
    .select({
      id: gatewayKeys.id,
      organizationId: gatewayKeys.organizationId,
      keyType: gatewayKeys.keyType,
      balance: gatewayKeys.creditBalanceMicros,
      budget: gatewayKeys.budget,
    })
    .from(gatewayKeys)
    .where(
      keyId === undefined
        ? or(eq(gatewayKeys.keyType, "managed"), isNotNull(gatewayKeys.budget))
        : eq(gatewayKeys.id, keyId),
    );

const forEachBudget = (sources: Budgets[] | null, take: (budget: Budget) => void): void => {
  const budget = sources && firstBudget(sources, ({ organization }) => organization);
  if (budget) take(budget);
};

type Applying = [level: BudgetLevel, name: string, budget: Budget | null | undefined];

/** The budgets that count a call's spend, by the rules of its reservation. */
function budgetsFor(spent: Charge, sources: Budgets[], own: ReadonlyMap<string, Budget>): Applying[] {
  const { keyId, endUser: user, requestedModel, provider, model } = spent;
  const first = (pick: (budgets: Budgets) => Budget | null | undefined) => firstBudget(sources, pick);
  return [
    ["organization", "", first((budgets) => budgets.organization)],
    ["key", keyId, own.get(keyId) ?? first((budgets) => budgets.key)],
    ["user", user ?? "", user === null ? null : first((budgets) => namedBudget(budgets.users, user) ?? budgets.user)],
    ...modelNames(requestedModel, provider, model).map(
      (name): Applying => ["model", name, first((budgets) => namedBudget(budgets.models, name))],
    ),
  ];
}

async function settingsOf(tx: Database) {
  const rows = await tx.select().from(gatewaySettings).where(eq(gatewaySettings.active, true));
  const global = projectedGlobal(rows.find(({ organizationId }) => organizationId === null)?.config ?? {}).budgets;
  const ofOrganization = new Map<string | null, Budgets | null | undefined>(
    rows.flatMap(({ organizationId, config }) =>
      organizationId === null ? [] : [[organizationId, projectedOrganization(config).budgets]],
    ),
  );
  const allBudgets = [global, ...ofOrganization.values()].flatMap((budgets) =>
    budgets
      ? [
          budgets.organization,
          budgets.key,
          budgets.user,
          ...Object.values(budgets.users),
          ...Object.values(budgets.models),
        ]
      : [],
  );
  return {
    organizations: [null, ...ofOrganization.keys()],
    sourcesOf: (organizationId: string | null) => budgetSources(ofOrganization.get(organizationId), global),
    periods: (own: Iterable<Budget>): Set<Period> =>
      new Set([...allBudgets, ...own].flatMap((budget) => (budget && budget.limit > 0 ? [budget.period] : []))),
  };
}

const spentSince = (tx: Database, start: number | null, keyId?: string): Promise<Charge[]> =>
  tx
    .select({
      organizationId: gatewaySpend.organizationId,
      keyId: gatewaySpend.keyId,
      endUser: gatewaySpend.endUser,
      requestedModel: gatewaySpend.requestedModel,
      provider: gatewaySpend.provider,
      model: gatewaySpend.model,
      micros: sql<number>`sum(${gatewaySpend.costMicros})`.mapWith(Number),
    })
    .from(gatewaySpend)
    .where(
      and(
        start === null ? undefined : gte(gatewaySpend.day, new Date(start).toISOString().slice(0, 10)),
        keyId === undefined ? undefined : eq(gatewaySpend.keyId, keyId),
      ),
    )
    .groupBy(
      gatewaySpend.organizationId,
      gatewaySpend.keyId,
      gatewaySpend.endUser,
      gatewaySpend.requestedModel,
      gatewaySpend.provider,
      gatewaySpend.model,
    );
