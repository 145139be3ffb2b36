// When a budget is worth a notification, and what that says. Plain arithmetic: what is spent is known.
import type { Budget } from "@/lib/gateway/money/budget";

export interface SpentBudget {
  /** A key's name; null for the organization. */
  key: string | null;
  period: Budget["period"];
  /** Micro-dollars. */
  limit: number;
  spent: number;
}

/** The greatest of 80 and 100 that the spend has come to; null below. */
export function percentReached({ limit, spent }: Pick<SpentBudget, "limit" | "spent">): 80 | 100 | null {
  if (limit <= 0) return null;
  if (spent >= limit) return 100;
  return spent >= 0.8 * limit ? 80 : null;
}

const periods: Record<Budget["period"], string> = {
  daily: "a day",
  weekly: "a week",
  monthly: "a month",
  total: "in all",
};

export const budgetFinding = ({ key, period, limit, spent }: SpentBudget): string =>
  `${key === null ? "The organization" : `The key ${key}`} has spent ${usd(spent)} of ${usd(limit)} ${periods[period]}.`;

const usd = (micros: number): string =>
  `$${(micros / 1e6).toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 6 })}`;
