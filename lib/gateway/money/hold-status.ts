// The status of a call's token limits, budgets and credits: which of them refuses it, and what its answer's headers say.
import type { Reply } from "@/lib/exchange/exchange";
import { GatewayFailure } from "../errors";
import { setGatewayHeader } from "../headers";
import { WINDOW_MS, windowEnd } from "../limits/window";
import { exactUsd, roughUsd, shortUsd } from "./amount";
import type { AccountClaim, Claim, TokenClaim } from "./claim";

export interface TokenStatus extends TokenClaim {
  /** Before this call. */
  used: number;
  /** -1 where it was refused. */
  granted: number;
}

export type AccountStatus = AccountClaim & { spent: number; reserved: number; granted: number };

/** What was reserved for a call, or only read for a call that reserves nothing. */
export interface Hold {
  /** The call's id, in Redis and in the ledger. */
  id: string;
  claim: Claim;
  /** Whether everything in the claim was reserved. */
  isHeld: boolean;
  /** The epoch of Redis at the time; null if Redis could not be reached, so that nothing was counted. */
  life: string | null;
  tokens: TokenStatus[];
  accounts: AccountStatus[];
  /** Micro-dollars, once the call is over. */
  cost?: number;
  /** The cost of its judges so far, each settled on its own. */
  judged?: number;
}

/** The refusal of a call; null if it may pass. `outage` decides about calls that could not be counted. */
export function moneyRefusal(hold: Hold | null, now: number, outage: "open" | "closed"): GatewayFailure | null {
  if (!hold?.claim.reserves) return null;
  if (hold.life === null) {
    const isOpen = outage === "open" && !hold.claim.accounts.some(({ kind }) => kind === "credits");
    return isOpen ? null : unavailable();
  }
  if (hold.isHeld) return null;
  const refusing = hold.accounts.filter(({ granted }) => granted < 0);
  const forAll = refusing.filter((each) => !isOfSome(each));
  // What no retry cures comes first. Of budgets for only some targets, one that a retry cures comes first.
  const account = forAll.find(isSpent) ?? forAll[0] ?? refusing.find((each) => !isSpent(each)) ?? refusing[0];
  if (account && isSpent(account)) return accountRefusal(account);
  const level = strictest(
    hold.tokens.filter(({ granted }) => granted < 0),
    now,
  );
  if (level) return tokenRefusal(level, now);
  return account ? accountRefusal(account) : null;
}

/** Which of the call's targets have nothing left in a budget of their own model. */
export function refusedTargets({ claim, accounts }: Hold): Set<string> {
  const refusing = new Set(accounts.flatMap(({ granted, account }) => (granted < 0 ? [account] : [])));
  const refused = claim.alternatives.filter((each) => each.accounts.some((account) => refusing.has(account)));
  return new Set(refused.map(({ target }) => target));
}

/** Whether the claim is reserved and at least one target can answer the call. */
export const isAffordable = (hold: Hold): boolean =>
  hold.isHeld && (hold.claim.alternatives.length === 0 || refusedTargets(hold).size < hold.claim.alternatives.length);

const isOfSome = (account: AccountStatus): boolean => account.kind === "budget" && account.isOfSome === true;

const unavailable = () =>
  new GatewayFailure("service_unavailable", "The gateway's counters cannot be reached.", { retryAfterSeconds: 2 });

const limitOf = (account: AccountStatus): number => (account.kind === "budget" ? account.budget.limit : 0);
const isSpent = (account: AccountStatus): boolean => account.spent >= limitOf(account);

/** When that many tokens are free again. Use beyond a limit is owed, and each minute pays off one limit. */
export const tokensFreeAt = ({ limit, used }: Pick<TokenStatus, "limit" | "used">, needed: number, now: number) =>
  windowEnd(now) + Math.max(0, Math.ceil((used + needed) / limit) - 2) * WINDOW_MS;

/** Too small for the request, which no retry cures; of the others the one that is free last. */
const strictest = (levels: readonly TokenStatus[], now: number): TokenStatus | undefined =>
  levels.find(({ needed, limit }) => needed > limit) ??
  levels.toSorted((one, other) => tokensFreeAt(other, other.needed, now) - tokensFreeAt(one, one.needed, now))[0];

function tokenRefusal({ level, limit, needed, used }: TokenStatus, now: number): GatewayFailure {
  const rate = `the ${level} rate limit of ${limit} tokens per minute`;
  if (needed > limit) {
    const message = `This request may use ${needed} tokens, more than ${rate}. Make it shorter, or lower max_tokens.`;
    return new GatewayFailure("rate_limit_exceeded", message, { shouldRetry: false });
  }
  const seconds = Math.max(1, Math.ceil((tokensFreeAt({ limit, used }, needed, now) - now) / 1000));
  const message = `T${rate.slice(1)} is exceeded. Retry after the window resets, in ${seconds} s.`;
  return new GatewayFailure("rate_limit_exceeded", message, { retryAfterSeconds: seconds });
}

/** Spent, and only a new period or a payment helps; or reserved by calls under way, and waiting does. */
function accountRefusal(account: AccountStatus): GatewayFailure {
  const detail = isSpent(account) ? { shouldRetry: false } : { shouldRetry: true, retryAfterSeconds: 1 };
  const reserved = "The rest is reserved by requests in progress. Retry in 1 s.";
  if (account.kind === "credits") {
    const balance = `The key's credits are ${exactUsd(-account.spent)} USD.`;
    const cure = isSpent(account) ? "Add credits to continue." : reserved;
    return new GatewayFailure("payment_required", `${balance} ${cure}`, detail);
  }
  const cure = isSpent(account) ? resetOf(account.window.end) : reserved;
  const refusal = isSpent(account) ? excess(account) : `${nameOf(account)} has not enough left for this request.`;
  return new GatewayFailure("budget_exceeded", `${refusal} ${cure}`, detail);
}

const resetOf = (end: number | null): string =>
  end === null ? "It does not reset." : `It resets at ${new Date(end).toISOString().replace(".000", "")}.`;

type BudgetStatus = AccountStatus & { kind: "budget" };

const excess = (account: BudgetStatus): string => `${nameOf(account)} is exceeded.`;

function nameOf(account: BudgetStatus): string {
  const { level, budget, organizationId } = account;
  const of = organizationId === null ? "" : ` of organization ${organizationId}`;
  return `The ${level} ${budget.period} budget of $${shortUsd(budget.limit)}${of}`;
}

const isBudget = (account: AccountStatus): account is BudgetStatus => account.kind === "budget";

const warning = ({ accounts }: Hold): BudgetStatus[] =>
  accounts.filter(isBudget).filter((account) => account.budget.action === "warn" && isSpent(account));

const reported = new Set<string>();
const REPORTED = 10_000;

/** Logs that a budget is spent which only warns: once a window in each process. */
export function reportWarnings(hold: Hold, report: (error: unknown) => void): void {
  for (const each of warning(hold)) {
    if (reported.has(each.account)) continue;
    if (reported.size >= REPORTED) reported.clear();
    reported.add(each.account);
    report(new BudgetWarning(excess(each)));
  }
}

class BudgetWarning extends Error {
  override readonly name = "BudgetWarning";
}

/**
 * Reports the strictest token limit, the budget with the least left, and the remaining credits: after the call's
 * cost if it is known, otherwise after its reservation.
 */
export function setMoney(headers: Reply["headers"], hold: Hold, now: number): void {
  if (hold.life === null) {
    if (hold.claim.accounts.length > 0) setGatewayHeader(headers, "money-uncounted", "true");
    return;
  }
  const [level] = hold.tokens
    .map(({ limit, used, granted }) => ({ limit, used: used + taken(hold, granted) }))
    .map(({ limit, used }) => ({ limit, used, left: limit - used }))
    .sort((one, other) => one.left - other.left || one.limit - other.limit);
  if (level) {
    headers["x-ratelimit-limit-tokens"] = String(level.limit);
    headers["x-ratelimit-remaining-tokens"] = String(Math.max(0, level.left));
    headers["x-ratelimit-reset-tokens"] = String(Math.ceil(tokensFreeAt(level, 1, now) / 1000));
  }
  const lefts = hold.accounts
    .filter(isBudget)
    // One that left the call to other targets says nothing of it.
    .filter(({ granted }) => !hold.isHeld || granted >= 0)
    .map((each) => each.budget.limit - each.spent - each.reserved - charge(hold, each));
  if (lefts.length > 0) setGatewayHeader(headers, "budget-remaining", roughUsd(Math.max(0, Math.min(...lefts))));
  const warnings = warning(hold).map(({ level, budget }) => `${level}:${budget.period}`);
  if (warnings.length > 0) setGatewayHeader(headers, "budget-warning", warnings.join(","));
  const credits = hold.accounts.find(({ kind }) => kind === "credits");
  if (credits) setGatewayHeader(headers, "credits-remaining", exactUsd(-credits.spent - charge(hold, credits)));
}

const taken = (hold: Hold, granted: number): number => (hold.isHeld ? Math.max(0, granted) : 0);
/** Until the call ends, its reservation also covers its judges. */
const charge = (hold: Hold, { granted }: AccountStatus): number =>
  hold.cost === undefined ? taken(hold, granted) : hold.cost + (hold.judged ?? 0);
