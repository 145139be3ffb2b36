// What a call takes of the token limits, budgets and credits that apply to it.
import { storable } from "@/lib/bounds/storable";
import type { Caller } from "../settings";
import { budgetSources } from "./budget";
import { type Alternative, type BudgetAccount, budgetsOf, type Spending } from "./call-budgets";

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
export type AccountClaim = { amount: number; isOwed?: true } & (BudgetAccount | { kind: "credits"; account: string });

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

export const creditsOf = (keyId: string): string => `credits:${keyId}`;

/** What in a managed key's call is refused or costs nothing; null for other keys. */
export function balanceClaim({ key }: Caller, at: number): Claim | null {
  if (!key.isManaged) return null;
  return { reserves: false, tokens: [], accounts: [creditsClaim(key.id, 0)], alternatives: [], at };
}

export const creditsClaim = (keyId: string, amount: number): AccountClaim => ({
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

/** A limit on tokens a minute. */
export type TokenLevel = Pick<TokenClaim, "level" | "subject" | "limit">;

export function tokenLevels({ key, organization, settings }: Caller): TokenLevel[] {
  if (!settings.rateLimiting.enabled) return [];
  const ofOrganization = organization?.rateLimiting.enabled ? (organization.rateLimiting.tpm ?? 0) : 0;
  const levels = [
    { level: "organization" as const, subject: `organization:${key.organizationId}`, limit: ofOrganization },
    { level: "key" as const, subject: `key:${key.id}`, limit: key.rateLimitTpm ?? 0 },
  ];
  return levels.filter(({ limit }) => limit > 0);
}

/** Whether a reservation for one claim also covers the other. */
export const isSameClaim = (one: Claim | null, other: Claim | null): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** The user of a call: the one that the request names, otherwise the owner of the key. */
export function userOf({ key }: Caller, labels: { user: string | null }): string | null {
  const user = labels.user ?? key.owner ?? null;
  return user === null ? null : storable(user);
}
