// The final cost of a call, which goes to Redis and the ledger. No request waits for either.
import { storable } from "@/lib/bounds/storable";
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import type { Reply } from "@/lib/exchange/exchange";
import { setGatewayHeader } from "../headers";
import type { Parts } from "../parts";
import { type Target, targetId } from "../providers/choose-targets";
import type { Answer } from "../record/answer";
import type { Caller } from "../settings";
import { exactUsd, toUsd } from "./amount";
import { budgetsOf, namesOf } from "./call-budgets";
import type { AccountClaim } from "./claim";
import type { Expectations } from "./expectations";
import type { Hold } from "./hold-status";
import type { LedgerEntry } from "./ledger-entry";
import { limitsOf, priceOf, versionFor } from "./price";
import { defaultOutputOf, pricingsOf } from "./pricings";
import { sizeOf } from "./request-size";
import { choicesOf, costOf, estimateOf, type Usage, usageOf } from "./usage";
import { believable, usageBound } from "./usage-bound";

const MAX_NAME_BYTES = 255;
const encoder = new TextEncoder();

export interface Chargeable {
  /** The call's id in the ledger. */
  id: string;
  kind: "call" | "judge";
  caller: Caller;
  hold: Hold | null;
  requestId: string;
  body: ChatBody;
  /** Whether its provider may have read content that is not in the request. */
  readsMore?: boolean;
  user: string | null;
  /** The client's network, where a key's last use is noted. */
  network?: string | null;
  /** Milliseconds since 1970. */
  at: number;
}

export interface Charge {
  /** Settles the call by the target that answered, before the answer ends. An unanswered call owes nothing. Once. */
  end(end: { target: Target; answer: Answer | null } | null): void;
  /** Micro-dollars; null for a model without a price, undefined until the call is over. */
  cost: number | null | undefined;
  /** Its cost, once it is over; null for nothing. */
  entry: LedgerEntry | null;
}

export function chargeFor(
  call: Chargeable,
  parts: Pick<Parts, "money" | "ledger" | "report" | "expectations">,
): Charge {
  const { hold } = call;
  const record = parts.ledger.begin();
  let isOver = false;
  const charge: Charge = {
    cost: undefined,
    entry: null,
    end(end) {
      if (isOver) return;
      isOver = true;
      const entry = end?.answer && hasAnswered(end.answer) ? entryOf(call, end.target, end.answer, parts.report) : null;
      charge.entry = entry;
      if (end && entry) learn(call, end.target, entry, parts.expectations);
      charge.cost = entry ? entry.cost : 0;
      if (!hold) return record(entry);
      hold.cost = charge.cost ?? 0;
      if (!hold.isHeld) return record(entry);
      const tokens = entry ? entry.inputTokens + entry.outputTokens : 0;
      const booked = end ? bookedBy(call, hold, end.target) : [];
      record(entry, parts.money.settle(hold, { tokens, cost: hold.cost, booked, entry }));
    },
  };
  return charge;
}

const hasAnswered = ({ choices, inputTokens }: Answer): boolean => choices.length > 0 || inputTokens !== null;

/** The accounts of the call as it was answered: another model may have other budgets. */
const bookedBy = ({ caller, body, user, at }: Chargeable, { claim }: Hold, target: Target): AccountClaim[] => [
  ...budgetsOf({ caller, user, at }, namesOf(body, target)).map((budget) => ({ ...budget, amount: 0 })),
  ...claim.accounts.filter(({ kind }) => kind === "credits"),
];

function entryOf(call: Chargeable, target: Target, answer: Answer, report: Parts["report"]): LedgerEntry {
  const { id, kind, caller, hold, requestId, body, user, network, at } = call;
  const { key } = caller;
  const price = priceOf(pricingsOf(caller), target, at);
  const reported = usageOf(body, answer);
  // What the provider itself has found and kept has no known limit.
  const usage = call.readsMore ? reported : believable(reported, usageBound(body, limitsOf(price, target)), answer);
  if (usage !== reported) reportExcess(target, reported, usage, report);
  return {
    id,
    kind,
    requestId,
    organizationId: key.organizationId,
    keyId: key.id,
    user,
    ...(network ? { network } : {}),
    requestedModel: cut(body.model),
    provider: cut(target.provider.name),
    model: cut(target.model),
    inputTokens: usage.inputTokens,
    cachedInputTokens: usage.cachedInputTokens,
    cacheWriteTokens: usage.cacheWriteTokens,
    outputTokens: usage.outputTokens,
    isEstimated: usage.isEstimated,
    cost: price && costOf(usage, price.rates),
    priceVersion: price && versionFor(price, usage),
    isManaged: key.isManaged === true,
    at,
    isCounted: hold !== null,
    life: hold?.life ?? null,
  };
}

/** Learns only from usage that a provider reported and that is plausible, and of which the request tells how much it would be. */
function learn(call: Chargeable, target: Target, used: LedgerEntry, expectations: Expectations): void {
  const { caller, body, readsMore } = call;
  if (used.isEstimated || readsMore || sizeOf(body).files > 0) return;
  const estimate = estimateOf(body, defaultOutputOf(pricingsOf(caller)));
  expectations.learn(targetId(target), estimate, used, choicesOf(body));
}

const excessive = new Set<string>();
const REMEMBERED = 1_000;

/** Logs that a provider reports more than a call can have used: once for each target in each process. */
function reportExcess(target: Target, reported: Usage, usage: Usage, report: Parts["report"]): void {
  const id = targetId(target);
  if (excessive.has(id)) return;
  if (excessive.size >= REMEMBERED) excessive.clear();
  excessive.add(id);
  const tokensOf = ({ inputTokens, outputTokens }: Usage) => `${inputTokens} + ${outputTokens}`;
  const name = `${target.provider.name}/${target.model}`;
  report(
    new UsageExcess(
      `${name} reported ${tokensOf(reported)} tokens for a call that can have used at most ${tokensOf(usage)}.`,
    ),
  );
}

class UsageExcess extends Error {
  override readonly name = "UsageExcess";
}

/** A name as the ledger keeps it, which indexes it: of at most 255 bytes. */
function cut(name: string): string {
  // No unit of UTF-16 takes more than three bytes.
  if (name.length * 3 <= MAX_NAME_BYTES) return storable(name);
  const bytes = new Uint8Array(MAX_NAME_BYTES);
  return storable(name.slice(0, encoder.encodeInto(name, bytes).read));
}

/** Reports the call's cost, if it is known when the answer begins. */
export function setCost(headers: Reply["headers"], { cost }: Charge): void {
  if (cost !== undefined) setGatewayHeader(headers, "cost", cost === null ? "unknown" : exactUsd(cost));
}

/** The cost of a stream at its end, in USD, and the remaining credits that paid it. */
export function costOfStream({ cost }: Charge, hold: Hold | null): { cost: number | null; credits_remaining?: number } {
  const credits = hold?.life ? hold.accounts.find(({ kind }) => kind === "credits") : undefined;
  const left = credits && { credits_remaining: toUsd(-credits.spent - (cost ?? 0) - (hold?.judged ?? 0)) };
  return { cost: cost === null || cost === undefined ? null : toUsd(cost), ...left };
}
