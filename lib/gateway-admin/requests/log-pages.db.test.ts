// The search of the log: by the words of spans, page by page, also of rows from before.
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { gatewayRequests } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { GatewayContext } from "@/lib/context";
import type { Input } from "@/lib/contracts/contract";
import type { listGatewayRequests as contract } from "@/lib/contracts/gateway/requests";
import { type RecordedRequest, recordOf } from "@/lib/gateway/record/record-of";
import { sha256 } from "@/lib/gateway/sha256";
import { ask, chat } from "@/lib/gateway/testing/memory-parts";
import { completion, json, onlyRequest } from "@/lib/gateway/testing/recorded-calls";
import { listGatewayRequests } from "./requests";
import { storeRequests } from "./store-requests";

const database = suiteDatabase();
let organizationId: string;
let context: GatewayContext;

async function newOrganization(): Promise<void> {
  const organization = await createOrganization(database.db);
  organizationId = organization.id;
  const caller = await createCaller(database.db, organization, "Owner");
  context = { ...caller, scope: { organizationId, userId: null } };
}

interface Call {
  id?: string;
  /** Milliseconds since 1970. */
  startedAt?: number;
  user?: string;
}

async function recorded(content: string, { id = randomUUID(), startedAt, user }: Call = {}): Promise<RecordedRequest> {
  const body = chat("small", { messages: [{ role: "user", content }], user });
  const world = { ...json(completion({ content: "Good day." })), key: { id: randomUUID(), organizationId } };
  const { request, span } = await recordOf(
    await onlyRequest(world, ask({ body, headers: { "x-request-id": id } })),
    1000,
    sha256,
  );
  return { request: { ...request, startedAt: startedAt ?? request.startedAt }, span };
}

const store = async (...calls: RecordedRequest[]) => expect(await storeRequests(database.db, calls)).toEqual([]);
const list = (query: Partial<Input<typeof contract>>) => listGatewayRequests(context, { limit: 50, ...query });
const idsOf = async (query: Partial<Input<typeof contract>>) =>
  (await list(query)).data.map(({ request_id }) => request_id);

/** Every page of a search. */
async function pagesOf(search: string, limit: number) {
  const ids: string[] = [];
  for (let after: string | undefined, more = true; more; ) {
    const page = await list({ search, limit, after });
    expect(page.is_cut).toBe(false);
    ids.push(...page.data.map(({ request_id }) => request_id));
    after = page.data.at(-1)?.id;
    more = page.has_more;
  }
  return ids;
}

describe("a search of the log", () => {
  beforeAll(newOrganization);

  test("finds words in spans, while the log itself stores no words or ids as terms", async () => {
    const call = await recorded("Where is Oslo?", { id: "one", user: "ann" });
    await store(call);
    expect(await idsOf({ search: "oslo" })).toEqual(["one"]);
    const [row] = await database.db
      .select({ terms: gatewayRequests.terms })
      .from(gatewayRequests)
      .where(eq(gatewayRequests.id, call.request.id));
    expect(row?.terms).toContain("'user=ann'");
    expect(row?.terms).not.toMatch(/oslo|'good'|request=|trace=/);
  });

  test("checks each span by itself, not its whole trace", async () => {
    await store(await recorded("about fjords", { id: "both" }), await recorded("about geysers", { id: "both" }));
    const [found, ...others] = (await list({ search: "geysers" })).data;
    expect(others).toEqual([]);
    expect((await idsOf({ request_id: "both" })).length).toBe(2);
    expect((await idsOf({ trace_id: found?.trace_id ?? "" })).length).toBe(2);
  });

  test("respects the filters", async () => {
    await store(await recorded("a waterfall", { id: "hers", user: "ann" }));
    await store(await recorded("a waterfall", { id: "his", user: "bob" }));
    expect(await idsOf({ search: "waterf", user: "ann" })).toEqual(["hers"]);
    expect(await idsOf({ search: "waterfall", request_id: "his" })).toEqual(["his"]);
    expect(await idsOf({ search: "waterfall", status: 500 })).toEqual([]);
  });

  test("does not find names of terms", async () => {
    expect(await list({ search: "failed" })).toMatchObject({ data: [], has_more: false, is_cut: false });
  });

  test("finds older rows by their words and ids", async () => {
    const call = await recorded("Where is Bergen?", { id: "before" });
    await store(call);
    const { id, traceId } = call.request;
    await database.db
      .update(gatewayRequests)
      .set({ terms: sql`${gatewayRequests.terms} || to_tsvector('simple', 'Where is Bergen?')` })
      .where(eq(gatewayRequests.id, id));
    for (const query of [{ search: "bergen" }, { request_id: "before" }, { trace_id: traceId ?? "" }])
      expect(await idsOf(query)).toEqual(["before"]);
  });
});

describe("pages of a search", () => {
  beforeEach(newOrganization);
  const begin = Date.UTC(2026, 0, 1);
  const calls = (startsAt: number[]) =>
    Promise.all(startsAt.map((at) => recorded(`many ${at}`, { id: `call-${at}`, startedAt: begin + at * 1000 })));

  test("are ordered by start, whatever the order of arrival, without gaps or repetitions", async () => {
    const starts = Array.from({ length: 23 }, (_, index) => (index * 7) % 23);
    for (let from = 0; from < starts.length; from += 5) await store(...(await calls(starts.slice(from, from + 5))));
    const expected = starts.toSorted((one, other) => other - one).map((at) => `call-${at}`);
    expect(await pagesOf("many", 4)).toEqual(expected);
    expect(await pagesOf("many", 200)).toEqual(expected);
  });

  test("contain requests with the same start once each", async () => {
    const same = (await calls([1, 2, 3, 4, 5])).map(({ request, span }) => ({
      request: { ...request, startedAt: begin },
      span,
    }));
    await store(...same);
    expect((await pagesOf("many", 2)).toSorted()).toEqual([1, 2, 3, 4, 5].map((at) => `call-${at}`));
  });

  test("say that requests may be missing if more arrived than are read", async () => {
    // Those that arrived first started last, long before all of them were stored.
    for (let part = 0; part < 40; part++)
      await store(...(await calls(Array.from({ length: 100 }, (_, index) => 10_000 - part * 200 - index))));
    expect(await list({ search: "many", limit: 10 })).toMatchObject({ has_more: true, is_cut: true });
    // A narrower search reads all that it needs.
    const from = new Date(begin + 9_000_000).toISOString();
    const narrow = await list({ search: "many", limit: 10, from });
    expect(narrow).toMatchObject({ has_more: true, is_cut: false });
    expect(narrow.data[0]?.request_id).toBe("call-10000");
  }, 60_000);
});
