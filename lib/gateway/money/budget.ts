// Budgets, and the windows in which they count. All of them are UTC's.
import type { Budget as GivenBudget } from "@/lib/contracts/gateway/budget";
import { toMicros } from "./amount";

export type Period = GivenBudget["period"];

/** `limit` in micro-dollars. */
export type Budget = GivenBudget;

export const readBudget = (budget: GivenBudget): Budget => ({ ...budget, limit: toMicros(budget.limit) });

export interface Budgets {
  enabled: boolean;
  organization: Budget | null;
  /** Of each key that has none of its own. */
  key: Budget | null;
  /** Of each user that has none of its own. */
  user: Budget | null;
  users: Record<string, Budget>;
  /** By the requested name, provider/model, or model. */
  models: Record<string, Budget>;
}

export type BudgetLevel = "organization" | "key" | "user" | "model";

/**
 * Whose settings count, an organization's before the gateway's; level by level the first that names a budget. The organization's
 * own switch is the last word, without one the gateway's is; null: no budget is checked, a key's own neither.
 */
export function budgetSources(
  organization: Budgets | null | undefined,
  gateway: Budgets | null | undefined,
): Budgets[] | null {
  if ((organization ?? gateway)?.enabled === false) return null;
  return [organization, gateway].flatMap((source) => (source?.enabled ? source : []));
}

/** The first budget that the sources name. */
export const firstBudget = (
  sources: readonly Budgets[],
  pick: (budgets: Budgets) => Budget | null | undefined,
): Budget | null => sources.map(pick).find((budget) => budget) ?? null;

/** The budget for a name, ignoring members that every object inherits. */
export const namedBudget = (budgets: Record<string, Budget>, name: string): Budget | undefined =>
  Object.hasOwn(budgets, name) ? budgets[name] : undefined;

/** Milliseconds since 1970; `end` is the next window's start, null where there is none. */
export interface Window {
  start: number;
  end: number | null;
}

const DAY = 86_400_000;

/** The window of a period that is open at `now`: from midnight, from Monday, from the first of the month, or without an end. */
export function windowOf(period: Period, now: number): Window {
  if (period === "total") return { start: 0, end: null };
  const midnight = Math.floor(now / DAY) * DAY;
  if (period === "daily") return { start: midnight, end: midnight + DAY };
  if (period === "weekly") {
    const start = midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * DAY;
    return { start, end: start + 7 * DAY };
  }
  const date = new Date(midnight);
  const month = (offset: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1);
  return { start: month(0), end: month(1) };
}

/** The owner of the requests that a budget counts together. */
export interface BudgetSubject {
  level: BudgetLevel;
  /** Null for budgets outside any organization. */
  organizationId: string | null;
  /** The key's id, the user, or the model's name in the settings; empty for an organization. */
  name: string;
}

/** The name of a budget's account in a window, for counting and for comparing. */
export function accountOf({ level, organizationId, name }: BudgetSubject, period: Period, { start }: Window): string {
  return `budget:${level}:${period}:${start}:${organizationId ?? ""}:${name}`;
}

/** Whether a budget under a model's name counts a call: by the requested name, provider/model, or model. */
export const modelNames = (requested: string, provider: string, model: string): string[] => [
  ...new Set([requested, `${provider}/${model}`, model]),
];
