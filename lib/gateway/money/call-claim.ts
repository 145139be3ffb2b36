// What a call to a model takes of token limits, budgets and credits. Pure.
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import { isRecord } from "@/lib/records";
import { type Target, targetId } from "../providers/choose-targets";
import { cachesForAnHour, type NativeRequest } from "../providers/native/native";
import { type BudgetAccount, budgetsOf, budgetsOfAll, namesOf, type Spending } from "./call-budgets";
import { type Claim, creditsClaim, type TokenLevel, tokenLevels } from "./claim";
import type { Expectations } from "./expectations";
import { type Judge, withJudges, worstOfJudge } from "./judge-claim";
import { limitsOf, priceOf } from "./price";
import { defaultOutputOf, pricingsOf, refuseUnpriced } from "./pricings";
import { sizeOf } from "./request-size";
import { choicesOf, estimateOf, worstCost } from "./usage";
import { usageBound } from "./usage-bound";

/** A call whose targets are known, as far as its cost depends on them. */
export interface Priceable extends Spending {
  body: ChatBody;
  targets: readonly Target[];
  /** Whether a provider may read content that is not in the request. */
  readsMore?: boolean;
  /** The request in its own protocol, if a provider gets it so. */
  native?: NativeRequest | null;
  expectations: Expectations;
  /** The judges of the call, at the caller's cost. */
  judges?: readonly Judge[];
}

/** Null where nothing that the call could exceed is configured. Throws `permission_denied` for a model that needs a price. */
export function claimOf(call: Priceable): Claim | null {
  const { caller, body, targets, at } = call;
  const { key } = caller;
  const pricings = pricingsOf(caller);
  const prices = targets.map((target) => priceOf(pricings, target, at));
  if (prices.some((price) => price === null)) refuseUnpriced(caller, body.model);
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
  const dearer = { forAnHour: call.native ? cachesForAnHour(call.native) : false, hasAudio: hasAudio(call) };
  const costs = bounds.map((bound, index) => worstCost(bound, prices[index]?.rates, dearer));
  const judged = judging.map(({ judge, budgets }) => ({ amount: worstOfJudge(judge, bounds, pricings, at), budgets }));
  const accounts = withJudges(
    budgets.map((budget) => ({ ...budget, amount: worstIn(budget, call, costs) })),
    judged,
  );
  const credits = judged.reduce((sum, { amount }) => sum + amount, Math.max(0, ...costs));
  return {
    reserves: true,
    tokens: levels.length > 0 ? tokenClaims(call, levels) : [],
    accounts: key.isManaged ? [...accounts, creditsClaim(key.id, credits)] : accounts,
    alternatives,
    at,
  };
}

/** A file may be a recording; and an answer is spoken where the request asks for that. */
const hasAudio = ({ body, readsMore = false }: Priceable): boolean =>
  readsMore ||
  sizeOf(body).files > 0 ||
  isRecord(body.audio) ||
  (Array.isArray(body.modalities) && body.modalities.includes("audio"));

/** The most that the call can cost a budget: a model's budget pays only for the targets that it counts. */
function worstIn({ level, name }: BudgetAccount, { body, targets }: Priceable, costs: number[]): number {
  const paid = costs.filter((_, index) => {
    const target = targets[index];
    return level !== "model" || (target !== undefined && namesOf(body, target).includes(name));
  });
  return Math.max(0, ...paid);
}

function tokenClaims({ caller, body, targets, expectations }: Priceable, levels: TokenLevel[]): Claim["tokens"] {
  const estimate = expectations.expect(
    estimateOf(body, defaultOutputOf(pricingsOf(caller))),
    targets.map(targetId),
    choicesOf(body),
  );
  const desired = estimate.inputTokens + estimate.outputTokens;
  const needed = estimate.isStated ? desired : estimate.inputTokens;
  return levels.map((level) => ({ ...level, needed, desired }));
}
