import { beforeAll, describe, expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { exportTraces } from "./ingestion";
import { getSession, listSessionTurns } from "./one-session";
import { listSessions } from "./sessions";
import { exportOf, hexId, type TestSpan } from "./testing";

const database = suiteDatabase();
const member = async (): Promise<Context> => createCaller(database.db, await createOrganization(database.db), "Member");

describe("a session", () => {
  let context: Context;
  let id: string;
  const [first, second] = [hexId(16), hexId(16)];
  const turn = (traceId: string, from: number, user: string, span: Partial<TestSpan>): TestSpan => ({
    ...{ traceId, spanId: hexId(8), name: "answer", from, to: from + 50 },
    ...span,
    values: { "session.id": "visit", "user.id": user, "input.value": `at ${from}`, ...span.values },
  });
  beforeAll(async () => {
    context = await member();
    await exportTraces(
      context,
      exportOf({ "service.name": "shop" }, [
        turn(second, 1000, "bob", { status: { code: 2, message: "no" }, values: { "gen_ai.usage.input_tokens": 5 } }),
        turn(first, 0, "ann", { values: { "output.value": "Hello", "gen_ai.usage.cost": 0.5 } }),
        { traceId: hexId(16), spanId: hexId(8), values: { "session.id": "other", "user.id": "cy" } },
      ]),
    );
    const { results } = await listSessions(context, { page: 1, search: "visit" });
    id = results[0]?.id ?? "";
  });

  test("has the totals of its traces, and its users", async () => {
    expect(await getSession(context, { session_id: id })).toMatchObject({
      ...{ session_id: "visit", project_name: "shop", trace_count: 2, error_count: 1 },
      ...{ total_tokens: 5, cost_usd: 0.5, users: ["ann", "bob"] },
    });
  });

  test("lists its turns in pages, oldest first", async () => {
    const all = await listSessionTurns(context, { session_id: id, page: 1 });
    expect(all).toMatchObject({ count: 2, page: 1 });
    expect(all.results).toMatchObject([
      { trace_id: first, input: "at 0", output: "Hello", status: "OK", latency_ms: 50, user_id: "ann", error_spans: 0 },
      { trace_id: second, input: "at 1000", output: null, status: "ERROR", total_tokens: 5, error_spans: 1 },
    ]);
    expect(all.results[0]?.verdicts).toEqual({ passed: 0, failed: 0, scored: 0, error: 0 });
    const later = await listSessionTurns(context, { session_id: id, page: 2, limit: 1 });
    expect(later.results.map(({ trace_id }) => trace_id)).toEqual([second]);
    await expect(listSessionTurns(context, { session_id: id, page: 4 })).rejects.toMatchObject({ kind: "notFound" });
  });

  test("can be found by its users", async () => {
    const of = async (user: string) =>
      (await listSessions(context, { page: 1, user })).results.map(({ session_id }) => session_id);
    expect(await of("bob")).toEqual(["visit"]);
    expect(await of("cy")).toEqual(["other"]);
    expect(await of("nobody")).toEqual([]);
  });

  test("is visible to its organization only", async () => {
    const stranger = await member();
    await expect(getSession(stranger, { session_id: id })).rejects.toMatchObject({ kind: "notFound" });
    await expect(listSessionTurns(stranger, { session_id: id, page: 1 })).rejects.toMatchObject({ kind: "notFound" });
    expect((await listSessions(stranger, { page: 1, user: "bob" })).count).toBe(0);
  });
});
