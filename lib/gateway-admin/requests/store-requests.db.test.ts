// A gateway's call as a trace of its organization, and as an item of a queue.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { spans, workspaces } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { addItems, listItems } from "@/lib/annotation/contents/items";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import { annotateDetail } from "@/lib/annotation/work/detail";
import type { Context } from "@/lib/context";
import { maskingRule } from "@/lib/contracts/traces/masking";
import { type RecordedRequest, recordOf } from "@/lib/gateway/record/record-of";
import { sha256 } from "@/lib/gateway/sha256";
import { ask, chat, type World } from "@/lib/gateway/testing/memory-parts";
import { completion, json, onlyRequest } from "@/lib/gateway/testing/recorded-calls";
import { getMasking, setMasking } from "@/lib/traces/masking/masking";
import { createProject } from "@/lib/traces/projects";
import { listSessions } from "@/lib/traces/sessions";
import { listTraces } from "@/lib/traces/trace-list";
import { listGatewayRequests } from "./requests";
import { storeRequests } from "./store-requests";

const database = suiteDatabase();
let organization: TestOrganization;
let manager: Context;

async function newOrganization(): Promise<void> {
  organization = await createOrganization(database.db);
  manager = await createCaller(database.db, organization, "Owner");
}

interface SentRequest {
  id?: string;
  text?: string;
  headers?: Record<string, string>;
  world?: World;
  organizationId?: string;
}

async function recordedCall({
  id = randomUUID(),
  text = "Hello",
  headers = {},
  ...sent
}: SentRequest = {}): Promise<RecordedRequest> {
  const body = chat("small", { messages: [{ role: "user", content: text }] });
  const request = ask({ body, headers: { "x-request-id": id, ...headers } });
  const key = { id: randomUUID(), organizationId: sent.organizationId ?? organization.id };
  const world = sent.world ?? json(completion({ content: "Good day." }));
  return recordOf(await onlyRequest({ ...world, key }, request), 1000, sha256);
}

function spanIn({ span }: RecordedRequest) {
  if (!span) throw new Error("no trace is kept of the call");
  return span;
}
const store = (...requests: RecordedRequest[]) => storeRequests(database.db, requests);
const tracesOf = async (context = manager) => (await listTraces(context, { page: 1 })).results;

describe("a stored call", () => {
  beforeAll(newOrganization);

  test("is a trace with one span in the organization's project Gateway", async () => {
    expect(await store(await recordedCall({ headers: { "x-gateway-session-id": "s-1" } }))).toEqual([]);
    expect(await tracesOf()).toMatchObject([
      {
        project_name: "Gateway",
        session_id: "s-1",
        name: "chat small",
        status: "OK",
        span_count: 1,
        total_tokens: 8,
        input: [{ role: "user", content: "Hello" }],
        output: "Good day.",
      },
    ]);
    expect((await listSessions(manager, { page: 1 })).results).toMatchObject([{ session_id: "s-1", trace_count: 1 }]);
  });

  test("is masked by the rules of its project", async () => {
    const other = await createCaller(database.db, await createOrganization(database.db), "Owner");
    const { id } = await createProject(other, { name: "Gateway" });
    const rule = maskingRule.parse({ type: "pii-detection", config: { entities: ["email"] } });
    await setMasking(other, { project_id: id, rules: [rule] });
    const { organizationId } = other.caller;
    await store(await recordedCall({ text: "I am ann@example.com", organizationId }));
    expect((await tracesOf(other))[0]?.input).toEqual([{ role: "user", content: "I am [REDACTED:email]" }]);
    const find = async (search: string) =>
      (await listGatewayRequests({ ...other, scope: { organizationId, userId: null } }, { limit: 9, search })).data
        .length;
    expect(await Promise.all(["redacted", "example.com"].map(find))).toEqual([1, 0]);
    expect((await getMasking(other, { project_id: id })).rules[0]?.masked).toBe(1);
  });

  test("can be annotated, as a trace and as a span", async () => {
    const [trace] = await tracesOf();
    const [span] = await database.db.select().from(spans).where(eq(spans.organizationId, organization.id));
    const queue = await createTestQueue(manager, organization, { items: 0, annotators: [manager] });
    const { added } = await addItems(manager, {
      queue_id: queue.queue_id,
      items: [
        { source_type: "trace", source_id: trace?.id ?? "" },
        { source_type: "observation_span", source_id: span?.spanId ?? "" },
      ],
    });
    expect(added).toBe(2);
    const { results } = await listItems(manager, { queue_id: queue.queue_id, page: 1, ordering: "order" });
    for (const { id } of results) {
      const { item } = await annotateDetail(manager, { queue_id: queue.queue_id, item_id: id, reserve: false });
      expect(item.source_preview).toMatchObject({
        input_preview: expect.stringContaining("Hello"),
        output_preview: "Good day.",
      });
      expect(item.source_content).toMatchObject({
        input: [{ role: "user", content: "Hello" }],
        output: "Good day.",
        model: "small-2026",
        provider: "acme",
        tokens: 8,
      });
    }
  });
});

describe("deliveries", () => {
  beforeAll(newOrganization);

  test("of one call, many in parallel, have one effect", async () => {
    const call = await recordedCall();
    await Promise.all(Array.from({ length: 8 }, () => store(call, call)));
    expect(await tracesOf()).toMatchObject([{ span_count: 1, total_tokens: 8 }]);
  });

  test("of a repeated request replace it, and another request under its id joins its trace", async () => {
    const [first] = await tracesOf();
    const failed = json({ error: { message: "no" } }, 500);
    await store(await recordedCall({ id: "again", world: failed }));
    await store(await recordedCall({ id: "again" }));
    const [again] = (await tracesOf()).filter(({ id }) => id !== first?.id);
    expect(again).toMatchObject({ span_count: 1, status: "OK", output: "Good day." });
    await store(await recordedCall({ id: "again", text: "And then?" }));
    const [both] = (await tracesOf()).filter(({ id }) => id !== first?.id);
    expect(both).toMatchObject({ id: again?.id, span_count: 2 });
  });
});

describe("a call that the database refuses", () => {
  beforeAll(newOrganization);

  test("does not affect other calls, and is reported", async () => {
    const calls = await Promise.all(Array.from({ length: 7 }, () => recordedCall()));
    const [first, ...others] = calls;
    if (!first) throw new Error("there are no calls");
    const broken = { ...first, span: { ...spanIn(first), startedAt: "never" } };
    expect(await store(...others.slice(0, 3), broken, ...others.slice(3))).toEqual([expect.stringContaining("22007")]);
    expect(await tracesOf()).toHaveLength(6);
  });

  test("because another trace has its span id is reported, and leaves no trace", async () => {
    const before = await tracesOf();
    const [first, second] = [await recordedCall(), await recordedCall()];
    const clash = { ...second, span: { ...spanIn(second), spanId: spanIn(first).spanId } };
    await store(first);
    expect(await store(clash)).toEqual([expect.stringContaining(spanIn(first).spanId)]);
    expect(await tracesOf()).toHaveLength(before.length + 1);
  });
});

describe("organizations", () => {
  beforeAll(newOrganization);

  test("get their own calls, each in the project that it names", async () => {
    const other = await createOrganization(database.db);
    const stranger = await createCaller(database.db, other, "Owner");
    await store(
      await recordedCall({ id: "same" }),
      await recordedCall({ id: "same", organizationId: other.id, headers: { "x-gateway-project": "Shop" } }),
    );
    expect(await tracesOf()).toMatchObject([{ project_name: "Gateway" }]);
    expect(await tracesOf(stranger)).toMatchObject([{ project_name: "Shop" }]);
  });

  test("that were deleted do not affect the others", async () => {
    const gone = await createOrganization(database.db);
    await database.db.delete(workspaces).where(eq(workspaces.organizationId, gone.id));
    const before = await tracesOf();
    expect(await store(await recordedCall({ organizationId: gone.id }), await recordedCall())).toEqual([]);
    expect(await tracesOf()).toHaveLength(before.length + 1);
  });
});
