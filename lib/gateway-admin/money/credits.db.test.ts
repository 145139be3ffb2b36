// Payments, corrections and the statement of both, through the administration's operations.
import { setTimeout as wait } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEntries, gatewayLedger, gatewaySettings } from "@/db/schema";
import { createOrganization } from "@/db/testing/factories";
import { overWeb } from "@/lib/exchange/testing";
import { liveParts } from "@/lib/gateway/live";
import { creditsClaim } from "@/lib/gateway/money/claim";
import * as ownOperations from "../operations";
import { rebuildProjection } from "../projection";
import { adminRequest, chatWith, startTestGateway } from "../testing";
import { bringMoney } from "./ledger";
import { totalsOf } from "./statement";

const operations = overWeb(ownOperations);
let world: Awaited<ReturnType<typeof startTestGateway>>;
let organizationId: string;
beforeAll(async () => {
  world = await startTestGateway();
  organizationId = (await createOrganization(world.db)).id;
  const config = { pricing: { models: { "sandbox/echo": { input: 10_000, output: 10_000 } } } };
  await world.db.insert(gatewaySettings).values({ version: 1, config, origin: "config", active: true });
  await rebuildProjection();
});
afterAll(() => world.close());

const managed = async (credit_balance: number, more: object = {}): Promise<{ id: string; key: string }> => {
  const body = { name: "k", key_type: "managed", credit_balance, organization_id: organizationId, ...more };
  return (await operations.createGatewayKey(adminRequest("POST", "/-/keys", body))).json();
};
const send = (path: string, body: object, idempotencyKey?: string): Request => {
  const request = adminRequest("POST", path, body);
  if (idempotencyKey) request.headers.set("idempotency-key", idempotencyKey);
  return request;
};
const answered = async (response: Response) => ({ status: response.status, body: await response.json() });
const pay = async (id: string, body: object, key?: string) =>
  answered(await operations.addGatewayCredits(send(`/-/keys/${id}/credits`, body, key)));
const correct = async (id: string, body: object, key?: string) =>
  answered(await operations.correctGatewayCredits(send(`/-/keys/${id}/credits/corrections`, body, key)));
/** As a client that retries what it is asked to: money that another correction is moving is reserved for a moment. */
async function persistently(id: string, body: object): Promise<number> {
  for (;;) {
    const { status, headers } = await operations.correctGatewayCredits(send(`/-/keys/${id}/credits/corrections`, body));
    if (headers.get("x-should-retry") !== "true") return status;
    await wait(20);
  }
}
const statement = async (id: string, query = "") =>
  answered(await operations.listGatewayCredits(adminRequest("GET", `/-/keys/${id}/credits${query}`)));
const revoke = (id: string) => operations.revokeGatewayKey(adminRequest("DELETE", `/-/keys/${id}`));
/** What the next call may use, by the counters that decide. */
const remaining = async (id: string): Promise<number> => {
  const response = await operations.getGatewayKey(adminRequest("GET", `/-/keys/${id}?standing=true`));
  return (await response.json()).standing.credits.remaining;
};

test.each([
  [
    { paid: 0, corrected: 0, balance: 0 },
    { paid: 0, corrected: 0, used: 0, balance: 0 },
  ],
  [
    { paid: 25_000_000, corrected: -5_000_000, balance: 12_500_001 },
    { paid: 25, corrected: -5, used: 7.499999, balance: 12.500001 },
  ],
  // The last call may cost more than was left.
  [
    { paid: 1_000_000, corrected: 0, balance: -20_000 },
    { paid: 1, corrected: 0, used: 1.02, balance: -0.02 },
  ],
])("the totals of %j", (sums, totals) => {
  expect(totalsOf(sums)).toEqual(totals);
});

describe("the statement", () => {
  test("has payments and corrections with their notes, newest first, and sums that agree with the calls", async () => {
    const { id, key } = await managed(10);
    await pay(id, { amount: 25, note: " Invoice 7 " });
    expect((await chatWith(key)).status).toBe(200);
    await correct(id, { amount: 5, note: "Entered twice" });
    await world.drain();
    const { body } = await statement(id);
    expect(body.data).toMatchObject([
      { kind: "correction", amount: -5, note: "Entered twice" },
      { kind: "payment", amount: 25, note: "Invoice 7" },
      { kind: "payment", amount: 10, note: null },
    ]);
    const call = and(eq(gatewayLedger.keyId, id), eq(gatewayLedger.kind, "call"));
    const [called] = await world.db.select().from(gatewayLedger).where(call);
    const used = (called?.costMicros ?? 0) / 1e6;
    expect(used).toBeGreaterThan(0);
    expect(body.totals).toEqual({ paid: 35, corrected: -5, used, balance: 30 - used });
  });

  test("is read page by page, and is empty for a key that nobody paid for", async () => {
    const { id } = await managed(0);
    expect((await statement(id)).body).toMatchObject({ data: [], has_more: false, totals: { paid: 0, balance: 0 } });
    for (const amount of [1, 2, 3]) await pay(id, { amount });
    const first = (await statement(id, "?limit=2")).body;
    expect([first.data.map(({ amount }: { amount: number }) => amount), first.has_more]).toEqual([[3, 2], true]);
    const rest = (await statement(id, `?limit=2&after=${first.data[1].id}`)).body;
    expect([rest.data.map(({ amount }: { amount: number }) => amount), rest.has_more]).toEqual([[1], false]);
    const other = await managed(4);
    expect((await statement(other.id, `?after=${first.data[0].id}`)).body.error.code).toBe("not_found");
  });

  test("is refused for a key without credits", async () => {
    const { id } = await (await operations.createGatewayKey(adminRequest("POST", "/-/keys", { name: "free" }))).json();
    expect((await statement(id)).body.error.code).toBe("not_managed");
    expect((await correct(id, { amount: 1, note: "No" })).body.error.code).toBe("not_managed");
  });
});

describe("a correction", () => {
  test("is in force at once, and takes no more than is left", async () => {
    const { id, key } = await managed(1000);
    expect(await correct(id, { amount: 990, note: "A typo" })).toEqual({
      status: 200,
      body: { key_id: id, removed: 990, credit_balance: 10 },
    });
    expect(await remaining(id)).toBe(10);
    const tooMuch = await correct(id, { amount: 10.000001, note: "More" });
    expect([tooMuch.status, tooMuch.body.error.code, tooMuch.body.error.message]).toEqual([
      402,
      "payment_required",
      "The key has only 10.000000 USD left that no request in progress has reserved.",
    ]);
    expect(await remaining(id)).toBe(10);
    expect((await correct(id, { amount: 10, note: "The rest" })).body.credit_balance).toBe(0);
    expect((await chatWith(key)).status).toBe(402);
    expect(await bringMoney(id)).toEqual([]);
  });

  test("leaves what calls under way have reserved", async () => {
    const { id } = await managed(10);
    const { money } = liveParts();
    const claim = { reserves: true, tokens: [], accounts: [creditsClaim(id, 8_000_000)], alternatives: [] };
    const call = await money.hold({ ...claim, at: Date.now() }, true);
    expect((await correct(id, { amount: 3, note: "Too much" })).status).toBe(402);
    expect((await correct(id, { amount: 2, note: "Fits" })).status).toBe(200);
    await money.settle(call, { tokens: 0, cost: 0, booked: [], entry: null });
    expect(await remaining(id)).toBe(8);
  });

  test("counts once for an Idempotency-Key, also of a spent balance, and never takes the same money twice", async () => {
    const { id } = await managed(10);
    for (const _ of [1, 2])
      expect((await correct(id, { amount: 10, note: "Refund" }, "c-1")).body).toMatchObject({ credit_balance: 0 });
    expect((await correct(id, { amount: 9, note: "Refund" }, "c-1")).body.error.param).toBe("Idempotency-Key");
    const other = await managed(10);
    const statuses = await Promise.all(
      [1, 2, 3, 4, 5].map(() => persistently(other.id, { amount: 4, note: "Refund" })),
    );
    expect(statuses.sort()).toEqual([200, 200, 402, 402, 402]);
    expect(await remaining(other.id)).toBe(2);
  });

  test("is refused without a reason or an amount", async () => {
    const { id } = await managed(10);
    for (const body of [{ amount: 1 }, { amount: 1, note: " " }])
      expect((await correct(id, body)).body.error).toMatchObject({ code: "invalid_request_error", param: "note" });
    for (const amount of [0, -1, "5"])
      expect((await correct(id, { amount, note: "No" })).body.error.code).toBe("invalid_amount");
  });

  test("that is sent again before it is answered counts once, and may be sent again if it is refused", async () => {
    const { id } = await managed(10);
    const once = () =>
      operations.correctGatewayCredits(
        send(`/-/keys/${id}/credits/corrections`, { amount: 10, note: "Refund" }, "c-2"),
      );
    const answers = await Promise.all([once(), once(), once()]);
    const outcomes = answers.map(({ status, headers }) => [status, headers.get("x-should-retry")]);
    expect(outcomes).toContainEqual([200, null]);
    expect(outcomes).not.toContainEqual([402, "false"]);
    expect(await answered(await once())).toMatchObject({ status: 200, body: { credit_balance: 0 } });
    expect(await remaining(id)).toBe(0);
    const another = send(`/-/keys/${id}/credits/corrections`, { amount: 1, note: "Another" }, "c-3");
    const refused = await operations.correctGatewayCredits(another);
    expect([refused.status, refused.headers.get("x-should-retry")]).toEqual([402, "false"]);
  });

  test("frees the credits of a revoked key, which gets no new ones, and is in the audit log", async () => {
    const { id } = await managed(8);
    await pay(id, { amount: 2 }, "invoice-1");
    await revoke(id);
    const refused = await pay(id, { amount: 5 });
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      "The key is revoked, so it cannot use credits. Create another key.",
    ]);
    // A payment that was taken before is answered as it was.
    expect(await pay(id, { amount: 2 }, "invoice-1")).toMatchObject({ status: 200, body: { added: 2 } });
    expect((await correct(id, { amount: 10, note: "Moved to another key" })).body.credit_balance).toBe(0);
    const entries = await world.db.select().from(auditEntries).where(eq(auditEntries.targetId, id));
    expect(entries.filter(({ action }) => action === "correctGatewayCredits")).toMatchObject([
      { before: { credit_balance: 10 }, after: { credit_balance: 0, note: "Moved to another key" } },
    ]);
    const payments = entries.filter(({ action }) => action === "addGatewayCredits");
    expect(payments.map(({ after }) => after)).toEqual([{ credit_balance: 10 }, { credit_balance: 10 }]);
  });
});
