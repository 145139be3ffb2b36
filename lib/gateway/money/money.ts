// Reserving and settling in Redis: one script before the provider, and one after it that no request waits for.
import { inTime } from "@/lib/in-time";
import { type HoldRow, hold } from "@/lib/redis/scripts/hold";
import { evaluate } from "@/lib/redis/scripts/script";
import { type SettleReply, settle } from "@/lib/redis/scripts/settle";
import { windowEnd } from "../limits/window";
import type { Money, Settlement } from "../parts";
import type { AccountClaim, Claim } from "./claim";
import type { Hold } from "./hold-status";
import { CALL, COUNTER, MONEY, OUTBOX, STORE_EPOCH } from "./names";
import { type ReleaseParts, releaseQueue } from "./releases";

const TIMEOUT_MS = 1000;
/** How long a window's account outlives its window, for calls that end late. */
const KEPT_MS = 86_400_000;
const PAUSES_MS = [250, 1000, 4000];

export interface MoneyParts extends ReleaseParts {
  /** Called when Redis has lost its memory: brings the money back from the ledger, or has it brought. */
  recover(): Promise<void>;
}

export function redisMoney({ redis, recover, now, report, outlive }: MoneyParts): Money {
  const releaseLater = releaseQueue({ redis, now, report, outlive });
  const reserve = (id: string, claim: Claim, takes: boolean): Promise<HoldRow> =>
    inTime(evaluate<HoldRow>(redis, hold, holdKeys(id, claim), holdArguments(claim, takes)), TIMEOUT_MS, late);
  let recovery: Promise<void> | undefined;
  const recoverOnce = () => {
    recovery ??= recover().finally(() => {
      recovery = undefined;
    });
    return recovery;
  };
  return {
    async hold(claim, takes) {
      const id = crypto.randomUUID();
      try {
        let row = await reserve(id, claim, takes);
        if (row[0] === null) {
          await recoverOnce();
          row = await reserve(id, claim, takes);
        }
        return holdFrom(id, claim, takes, row);
      } catch (error) {
        report(error);
        const unknown = holdFrom(id, claim, takes, [null]);
        // It may have been reserved all the same, or be soon.
        if (takes) releaseLater(id, settlement(unknown, NOTHING, now()));
        return unknown;
      }
    },
    async settle(hold, end) {
      if (hold.life === null) return false;
      const [keys, args] = settlement(hold, end, now());
      for (const pause of [...PAUSES_MS, null]) {
        try {
          return (await evaluate<SettleReply>(redis, settle, keys, args)) === 1;
        } catch (error) {
          report(error);
          if (pause !== null) await new Promise((resolve) => setTimeout(resolve, pause));
        }
      }
      // The ledger adds its cost later.
      releaseLater(hold.id, settlement(hold, NOTHING, now()));
      return false;
    },
  };
}

const NOTHING: Settlement = { tokens: 0, cost: 0, booked: [], entry: null };

/** A hanging Redis delays a request for no longer than this. */
const late = (): never => {
  throw new Error(`Redis did not reserve within ${TIMEOUT_MS} ms.`);
};

const counterNames = ({ tokens }: Claim): string[] => tokens.map(({ subject }) => COUNTER + subject);
const accountNames = ({ accounts }: Pick<Claim, "accounts">): string[] =>
  accounts.map(({ account }) => MONEY + account);

const holdKeys = (id: string, claim: Claim): string[] => [
  STORE_EPOCH,
  CALL + id,
  ...counterNames(claim),
  ...accountNames(claim),
];

const holdArguments = (claim: Claim, takes: boolean): string[] => [
  takes ? "take" : "read",
  String(claim.at),
  String(claim.tokens.length),
  ...claim.tokens.flatMap(({ limit, needed, desired }) => [limit, needed, desired].map(String)),
  ...claim.accounts.flatMap((account) => [
    String(account.kind === "budget" ? account.budget.limit : 0),
    String(account.amount),
    modeOf(account),
    lifeOf(account, claim.at),
  ]),
];

const modeOf = (account: AccountClaim): string =>
  account.isOwed ? "warn" : account.kind === "credits" ? "block" : account.isOfSome ? "skip" : account.budget.action;

/** Milliseconds, "0" for no end. */
const lifeOf = (account: AccountClaim, at: number): string =>
  account.kind === "budget" && account.window.end !== null ? String(account.window.end - at + KEPT_MS) : "0";

function holdFrom(id: string, claim: Claim, takes: boolean, [epoch, admitted, ...numbers]: HoldRow): Hold {
  const next = (): number => numbers.shift() ?? 0;
  return {
    id,
    claim,
    isHeld: takes && epoch !== null && admitted === 1,
    life: epoch,
    tokens: claim.tokens.map((level) => ({ ...level, used: next(), granted: next() })),
    accounts: claim.accounts.map((account) => ({ ...account, spent: next(), reserved: next(), granted: next() })),
  };
}

function settlement({ id, claim, life: epoch }: Hold, end: Settlement, now: number): [string[], string[]] {
  const booked = new Set(end.booked.map(({ account }) => account));
  const isHeld = new Set(claim.accounts.map(({ account }) => account));
  const accounts = [...claim.accounts, ...end.booked.filter(({ account }) => !isHeld.has(account))];
  const keys = [STORE_EPOCH, CALL + id, OUTBOX, ...counterNames(claim), ...accountNames({ accounts })];
  const { tokens, cost, entry } = end;
  const head = [epoch ?? "", now, claim.tokens.length, tokens, cost, id, entry === null ? "" : JSON.stringify(entry)];
  const terms = accounts.flatMap((each) => [booked.has(each.account) ? "1" : "0", lifeOf(each, claim.at)]);
  const counters = [windowEnd(claim.at), ...claim.tokens.map(({ limit }) => limit)];
  return [keys, [...[...head, ...counters].map(String), ...terms]];
}
