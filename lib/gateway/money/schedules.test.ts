// A thousand random days of a gateway: calls that end well, badly, late, twice or never, while Redis forgets everything and
// processes die. In the end ledger and counters agree to the micro-dollar, and nothing was spent beyond a limit but by one call.
import { expect, test } from "vitest";
import { createMemoryEngine } from "@/lib/embedded/redis/memory-engine";
import { type Account, bring } from "@/lib/gateway-admin/money/bring";
import { requesterOf } from "@/lib/redis/engine";
import { redisOver } from "@/lib/redis/redis";
import type { Claim } from "./claim";
import type { Hold } from "./hold-status";
import type { LedgerEntry } from "./ledger-entry";
import { redisMoney } from "./money";
import { CALL, MONEY, OUTBOX, STORE_EPOCH } from "./names";

const START = Date.UTC(2026, 2, 1, 12);
const LIMIT = 100;
const PAID = 150;

/** Numbers from 0 to `below`, the same for each seed. */
function randomOf(seed: number): (below: number) => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Running {
  hold: Hold;
  /** What its judge may cost, of what is reserved for it, until that is asked; and what it has cost. */
  judging: number;
  judged: number;
  cost: number;
}

async function day(seed: number) {
  const random = randomOf(seed);
  let now = START;
  const engine = createMemoryEngine({ clock: () => now });
  const redis = redisOver(requesterOf(engine));
  const ledger = new Map<string, LedgerEntry>();
  const spent = () => [...ledger.values()].reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  const accounts = async (): Promise<Account[]> => [
    { account: "budget", spent: spent(), keptUntil: null },
    { account: "credits", spent: spent() - PAID, keptUntil: null },
  ];
  const books = {
    insert: async (entries: readonly LedgerEntry[]) => {
      for (const entry of entries) if (!ledger.has(entry.id)) ledger.set(entry.id, entry);
    },
    accounts,
    isWhole: true,
  };
  const bringAll = async () => {
    const { taken } = await bring(redis, books, now);
    if (taken.length > 0) await redis.hdel(OUTBOX, ...taken);
  };
  await bringAll();
  const money = redisMoney({
    redis,
    outlive: () => undefined,
    now: () => now,
    report: () => undefined,
    recover: bringAll,
  });
  /** What processes have not written yet; it dies with them. */
  let buffer: LedgerEntry[] = [];
  let running: Running[] = [];
  /** What calls may have cost beyond what was still reserved for them as they ended. */
  let unreserved = 0;

  const claim = (amount: number, isOwed?: true): Claim => ({
    reserves: true,
    tokens: [],
    alternatives: [],
    at: now,
    accounts: [
      {
        kind: "budget",
        account: "budget",
        amount,
        ...(isOwed && { isOwed }),
        level: "organization",
        name: "",
        organizationId: null,
        budget: { period: "total", limit: LIMIT, action: "block" },
        window: { start: 0, end: null },
      },
      { kind: "credits", account: "credits", amount, ...(isOwed && { isOwed }) },
    ],
  });
  const begin = async () => {
    const [amount, judging] = [1 + random(30), random(2) * random(20)];
    const hold = await money.hold(claim(amount + judging), true);
    if (hold.isHeld) running.push({ hold, judging, judged: 0, cost: random(amount + 1) });
  };
  const entryOf = (hold: Hold, kind: "call" | "judge", cost: number): LedgerEntry => ({
    id: hold.id,
    kind,
    requestId: "r",
    organizationId: null,
    keyId: "k",
    user: null,
    requestedModel: "m",
    provider: "p",
    model: "m",
    inputTokens: 0,
    cachedInputTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: 0,
    isEstimated: false,
    cost,
    priceVersion: null,
    isManaged: true,
    at: START,
    isCounted: true,
    life: hold.life,
  });
  /** What is over of a call, which may have cost more than was still reserved for it and its judge. */
  const over = async ({ hold, judged }: Running, cost: number) => {
    const isReserved =
      (await redis.get(STORE_EPOCH)) === hold.life && (await redis.hget(CALL + hold.id, "bucket")) !== null;
    const isAlive = Number(await redis.hget(CALL + hold.id, "bucket")) * 900_000 > now;
    const reserved = isReserved && isAlive ? Math.min(...hold.accounts.map(({ granted }) => granted)) : 0;
    unreserved += Math.max(0, cost + judged - reserved);
  };
  const book = async (hold: Hold, kind: "call" | "judge", cost: number, times: number) => {
    const entry = cost > 0 ? entryOf(hold, kind, cost) : null;
    let isBooked = false;
    for (let time = 0; time < times; time += 1)
      isBooked = await money.settle(hold, { tokens: 0, cost, booked: hold.claim.accounts, entry });
    if (entry) buffer.push({ ...entry, life: isBooked ? hold.life : null });
  };
  const settle = async (call: Running, times: number) => {
    await over(call, call.cost);
    await book(call.hold, "call", call.cost, times);
  };
  const judge = async (call: Running, times: number) => {
    const cost = random(call.judging + 1);
    call.judging = 0;
    call.judged += cost;
    await book(await money.hold(claim(cost, true), true), "judge", cost, times);
  };
  const write = async () => {
    const life = await redis.get(STORE_EPOCH);
    const batch = buffer.splice(0);
    await books.insert(batch);
    if (batch.some((entry) => entry.life !== life)) await bringAll();
    else if (batch.length > 0) await redis.hdel(OUTBOX, ...batch.map(({ id }) => id));
  };
  const take = (): Running | undefined => running.splice(random(running.length), 1)[0];

  for (let step = 0; step < 40; step += 1) {
    const what = random(23);
    if (what < 9) await begin();
    else if (what < 14) {
      const call = take();
      if (call) await settle(call, 1 + random(2));
    } else if (what > 19) {
      const call = running[random(running.length)];
      if (call) await judge(call, 1 + random(2));
    } else if (what === 14) {
      // Its process is gone, and with it all that it knew.
      const call = take();
      if (call) await over(call, 0);
    } else if (what === 15)
      buffer = (await redis.get(STORE_EPOCH)) === null ? buffer : []; // Redis has them still
    else if (what === 16) await write();
    else if (what === 17) now += random(2_000_000);
    else if (what === 18) await bringAll();
    else if (random(2) === 0) {
      // Redis forgets. What processes have not written by then is brought back only with the ledger.
      unreserved += buffer.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
      await redis.flushall();
    }
  }
  for (const call of running) await settle(call, 1);
  running = [];
  await write();
  await bringAll();
  const inRedis = [
    Number(await redis.hget(`${MONEY}budget`, "spent")),
    Number(await redis.hget(`${MONEY}credits`, "spent")),
  ];
  await engine.close();
  return { spent: spent(), inRedis, unreserved };
}

test("after a thousand simulated days, ledger and counters agree, and nothing is overspent", async () => {
  let most = 0;
  for (let seed = 1; seed <= 1000; seed += 1) {
    const { spent, inRedis, unreserved } = await day(seed);
    expect({ seed, inRedis }).toEqual({ seed, inRedis: [spent, spent - PAID] });
    // Beyond the limit goes only what was not reserved any more: a call alone with what was left, or one that Redis forgot.
    expect({ seed, over: Math.max(0, spent - LIMIT - unreserved) }).toEqual({ seed, over: 0 });
    most = Math.max(most, spent);
  }
  expect(most).toBeGreaterThanOrEqual(LIMIT);
});
