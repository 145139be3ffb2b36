// The downloads of spend and request log: what the screens show, for the same people, safe in spreadsheets.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEntries, gatewayKeys, gatewayRequests, gatewaySpend } from "@/db/schema";
import { createOrganization } from "@/db/testing/factories";
import { overWeb } from "@/lib/exchange/testing";
import * as ownOperations from "../operations";
import { adminRequest, startTestGateway } from "../testing";

const operations = overWeb(ownOperations);
let world: Awaited<ReturnType<typeof startTestGateway>>;
let organizationId: string;
let strangers: string;
let keyId: string;
beforeAll(async () => {
  world = await startTestGateway();
  organizationId = (await createOrganization(world.db)).id;
  strangers = (await createOrganization(world.db)).id;
  keyId = crypto.randomUUID();
  const key = { id: keyId, organizationId, name: "=robot", keyHash: keyId, keyHint: "sk" };
  await world.db.insert(gatewayKeys).values(key);
});
afterAll(() => world.close());

type Export = "exportGatewaySpend" | "exportGatewayRequests";
async function download(operation: Export, query: Record<string, string> = {}) {
  const path = operation === "exportGatewaySpend" ? "/-/spend/export" : "/-/requests/export";
  const search = new URLSearchParams({ organization_id: organizationId, ...query });
  const response = await operations[operation](adminRequest("GET", `${path}?${search}`));
  const lines = (await response.text()).split("\r\n").slice(0, -1);
  const { headers, status } = response;
  return { status, lines, type: headers.get("content-type"), name: headers.get("content-disposition") };
}

describe("the spend", () => {
  const spend = (day: string, more: object = {}) => ({
    ...{ day, organizationId, keyId, endUser: null, requestedModel: "m", provider: "p", model: "m", calls: 1 },
    ...{ inputTokens: 10, outputTokens: 2, costMicros: 750, unpriced: 0, ...more },
  });
  beforeAll(() =>
    world.db
      .insert(gatewaySpend)
      .values([
        spend("2026-01-02", { endUser: "+ann, the first", costMicros: 1_000_001 }),
        spend("2026-01-02", { requestedModel: "alias" }),
        spend("2026-01-02"),
        spend("2026-01-01", { endUser: "", costMicros: 0, unpriced: 1 }),
        spend("2026-01-01", { costMicros: 1, unpriced: 0 }),
        spend("2026-01-03", { organizationId: strangers }),
        spend("2025-12-31"),
      ]),
  );
  const days = { from: "2026-01-01", to: "2026-01-31" };

  test("has a row for each day, key, user and model, exact and without formulas", async () => {
    const { lines, ...file } = await download("exportGatewaySpend", days);
    const row = (day: string, rest: string) => `${day},${keyId},'=robot,${rest}`;
    expect(lines).toEqual([
      "day,key_id,key_name,user,provider,model,requests,unpriced_requests,input_tokens,output_tokens,cost_usd",
      row("2026-01-01", ",p,m,1,1,10,2,"),
      row("2026-01-01", ",p,m,1,0,10,2,0.000001"),
      row("2026-01-02", `"'+ann, the first",p,m,1,0,10,2,1.000001`),
      row("2026-01-02", ",p,m,2,0,20,4,0.001500"),
    ]);
    expect(file).toEqual({
      ...{ status: 200, type: "text/csv; charset=utf-8" },
      name: 'attachment; filename="spend-2026-01-01-to-2026-01-31.csv"',
    });
  });

  test("sums up to what the screen shows, also over many pages", async () => {
    const many = Array.from({ length: 2500 }, (_, index) =>
      spend(index < 1200 ? "2026-03-04" : "2026-03-31", { endUser: `user ${index % 2000}`, model: `m${index}` }),
    );
    await world.db.insert(gatewaySpend).values([...many, spend("2026-03-01"), spend("2026-04-01")]);
    const march = { from: "2026-03-01", to: "2026-03-31" };
    const { lines } = await download("exportGatewaySpend", march);
    expect(new Set(lines).size).toBe(2502);
    const shownDays = lines.slice(1).map((line) => line.slice(0, 10));
    expect(shownDays).toEqual(shownDays.toSorted());
    const shown = await operations.getGatewaySpend(
      adminRequest("GET", `/-/spend?${new URLSearchParams({ organization_id: organizationId, ...march })}`),
    );
    const { total } = await shown.json();
    const sum = lines.slice(1).reduce((all, line) => all + Math.round(Number(line.split(",").at(-1)) * 1e6), 0);
    expect(sum).toBe(total.cost_micros);
  });

  test("obeys the filters, and refuses the days that the screen would", async () => {
    expect((await download("exportGatewaySpend", { ...days, user: "nobody" })).lines).toHaveLength(1);
    expect((await download("exportGatewaySpend", { ...days, organization_id: strangers })).lines).toHaveLength(2);
    expect((await download("exportGatewaySpend", { from: "2026-01-02", to: "2026-01-01" })).status).toBe(400);
  });
});

describe("the request log", () => {
  const request = (index: number, more: object = {}) => ({
    ...{ organizationId, keyId, requestId: `r${index}`, operation: "chat" as const, requestedModel: "m", status: 200 },
    startedAt: new Date(Date.UTC(2026, 0, 1) + index),
    ...{ latencyMs: 5, isStream: false, costMicros: 750, inputTokens: 3, terms: "", ...more },
  });
  beforeAll(() =>
    world.db.insert(gatewayRequests).values([
      ...Array.from({ length: 1200 }, (_, index) => request(index)),
      request(5000, {
        endUser: "@SUM(A1)",
        costMicros: null,
        status: 429,
        code: "rate_limit_exceeded",
        latencyMs: 900,
      }),
      request(6000, { organizationId: strangers }),
    ]),
  );

  test("has every request that matches, newest first, exact and without formulas", async () => {
    const { lines, name, type } = await download("exportGatewayRequests");
    expect(lines[0]).toBe(
      "started_at,request_id,operation,status,code,requested_model,provider,model,key_id,key_name,user,session," +
        "latency_ms,first_chunk_ms,is_stream,input_tokens,output_tokens,cost_usd,cache,guardrails,attempts,trace_id," +
        "organization_id,id",
    );
    expect(lines[1]).toMatch(
      `2026-01-01T00:00:05.000Z,r5000,chat,429,rate_limit_exceeded,m,,,${keyId},'=robot,'@SUM(A1),,900,,false,3,,,,,,,${organizationId},`,
    );
    expect(lines[2]).toContain("r1199,chat,200,,m,,,");
    expect(lines[2]).toContain(",3,,0.000750,");
    const ids = lines.slice(1).map((line) => line.split(",")[1]);
    expect(ids).toEqual(["r5000", ...Array.from({ length: 1200 }, (_, index) => `r${1199 - index}`)]);
    expect(type).toBe("text/csv; charset=utf-8");
    expect(name).toMatch(/^attachment; filename="requests-\d{4}-\d\d-\d\d\.csv"$/);
  });

  test("obeys the filters, and is empty but for its header where nothing matches", async () => {
    expect((await download("exportGatewayRequests", { min_latency_ms: "900" })).lines).toHaveLength(2);
    expect((await download("exportGatewayRequests", { to: "2025-01-01T00:00:00Z" })).lines).toHaveLength(1);
    expect((await download("exportGatewayRequests", { search: "unheard" })).lines).toHaveLength(1);
    expect((await download("exportGatewayRequests", { after: keyId })).status).toBe(400);
  });

  test("is recorded in the audit log, with its filters", async () => {
    await download("exportGatewayRequests", { user: "audited" });
    const entries = await world.db.select().from(auditEntries);
    const written = entries.filter(({ action }) => action === "exportGatewayRequests");
    expect(written.map(({ after }) => after?.user)).toContain("audited");
  });
});
