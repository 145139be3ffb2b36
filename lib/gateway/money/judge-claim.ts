// What guardrails' judges take of budgets and credits, at the caller's cost.
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import type { Target } from "../providers/choose-targets";
import { type BudgetAccount, budgetsOf, namesOf, type Spending } from "./call-budgets";
import { type Claim, creditsClaim } from "./claim";
import { limitsOf, type Pricings, priceOf } from "./price";
import { pricingsOf } from "./pricings";
import { type Tokens, worstCost } from "./usage";
import { usageBound } from "./usage-bound";

/** A guardrail's judge before its input is known. */
export interface Judge {
  body: ChatBody;
  target: Target;
  /** Whether the refusal comes before the provider is called, or after. */
  judges: "pre" | "post";
  /** How many bytes of it, and so tokens. */
  mostRead: number;
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
  const amount = worstCost(usageBound(body, limitsOf(price, target)), price?.rates);
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

/** A judge reads the request or the answer, tokens for tokens. */
export function worstOfJudge(
  { body, target, judges, mostRead }: Judge,
  bounds: Tokens[],
  pricings: Pricings,
  at: number,
) {
  const price = priceOf(pricings, target, at);
  const prompt = usageBound(body, limitsOf(price, target));
  const read = bounds.map(({ inputTokens, outputTokens }) => (judges === "pre" ? inputTokens : outputTokens));
  const inputTokens = prompt.inputTokens + Math.min(Math.max(0, ...read), mostRead);
  return worstCost({ ...prompt, inputTokens }, price?.rates);
}

type Amounted = BudgetAccount & { amount: number };

/** What judges may cost is reserved with the call, so that none is admitted that could not pay them. No target spares a judge's own budget. */
export function withJudges(accounts: Amounted[], judged: { amount: number; budgets: BudgetAccount[] }[]): Amounted[] {
  const all = new Map(accounts.map((each) => [each.account, each]));
  for (const { amount, budgets } of judged)
    for (const { isOfSome: _, ...budget } of budgets) {
      const known = all.get(budget.account)?.amount ?? 0;
      all.set(budget.account, { ...budget, amount: known + amount });
    }
  return [...all.values()];
}
