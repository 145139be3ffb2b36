import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { feedback, labels, maskingRules, scores } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import { scoresForSource } from "@/lib/annotation/scores/scores";
import type { Context } from "@/lib/context";
import { maskingRule } from "@/lib/contracts/traces/masking";
import { exportTraces } from "@/lib/traces/ingestion";
import { createProject } from "@/lib/traces/projects";
import { exportOf, hexId } from "@/lib/traces/testing";
import { sweepFeedback } from "./attach-feedback";
import { createFeedbackKey, listFeedbackKeys, revokeFeedbackKey } from "./feedback-keys";
import { sendFeedback } from "./send-feedback";

const database = suiteDatabase();
let context: Context;
let key: string;
let project: string;
let address: string;

beforeEach(async () => {
  context = await createCaller(database.db, await createOrganization(database.db), "Member");
  ({ id: project } = await createProject(context, { name: "shop" }));
  ({ key } = await createFeedbackKey(context, { project_id: project, name: "Website" }));
  address = randomUUID();
});

type Sent = Omit<Parameters<typeof sendFeedback>[1], "key">;
const send = (sent: Sent, withKey = key) => sendFeedback({ ...context, address }, { key: withKey, ...sent });
const arrive = (traceId: string, spanId = hexId(8), session = "s-1") =>
  exportTraces(context, exportOf({ "service.name": "shop" }, [{ traceId, spanId, values: { "session.id": session } }]));
const valuesOf = async (source_type: "trace" | "observation_span" | "trace_session", source_id: string) => {
  const { result } = await scoresForSource(context, { source_type, source_id });
  return result.map(({ label_name, value, score_source, annotator }) => [label_name, value, score_source, annotator]);
};
const count = async () => {
  const rows = await database.db.select().from(scores).where(eq(scores.organizationId, context.caller.organizationId));
  return rows.length;
};

test("a trace, a span and a session each get scores of every type", async () => {
  const [traceId, spanId] = [hexId(16), hexId(8)];
  await arrive(traceId, spanId);
  await send({ trace_id: traceId.toUpperCase(), thumbs: "down", number: 0.5, text: "Wrong." });
  const expected = [
    ["User feedback", { text: "Wrong." }, "feedback", null],
    ["User feedback", { value: "down" }, "feedback", null],
    ["User feedback", { value: 0.5 }, "feedback", null],
  ];
  expect(await valuesOf("trace", traceId)).toHaveLength(3);
  expect(await valuesOf("trace", traceId)).toEqual(expect.arrayContaining(expected));
  await send({ span_id: spanId, thumbs: "up" });
  expect(await valuesOf("observation_span", spanId)).toEqual([["User feedback", { value: "up" }, "feedback", null]]);
  await send({ session_id: "s-1", number: 4 });
  const [session] = await database.db
    .select()
    .from(scores)
    .where(sql`organization_id = ${context.caller.organizationId} and source_type = 'trace_session'`);
  expect(session?.value).toEqual({ value: 4 });
  const made = await database.db.select().from(labels).where(eq(labels.projectId, project));
  expect(made.map(({ type }) => type).sort()).toEqual(["numeric", "text", "thumbs_up_down"]);
});

test("the newest feedback counts, and feedback with the same id has one effect", async () => {
  const traceId = hexId(16);
  await arrive(traceId);
  await send({ trace_id: traceId, thumbs: "down", id: "a" });
  await send({ trace_id: traceId, thumbs: "up", id: "b" });
  await Promise.all([1, 2, 3].map(() => send({ trace_id: traceId, thumbs: "down", id: "a" })));
  expect(await valuesOf("trace", traceId)).toEqual([["User feedback", { value: "up" }, "feedback", null]]);
  const [score] = await database.db
    .select()
    .from(scores)
    .where(eq(scores.organizationId, context.caller.organizationId));
  expect(score?.valueHistory).toEqual([{ value: { value: "down" }, at: expect.any(String) }]);
});

test("feedback that arrives before its trace becomes a score once the trace arrives", async () => {
  const [traceId, spanId] = [hexId(16), hexId(8)];
  await send({ trace_id: traceId, thumbs: "up" });
  await send({ span_id: spanId, number: 1 });
  await send({ session_id: "later", text: "Fine." });
  await sweepFeedback(database.db);
  expect(await count()).toBe(0);
  await arrive(traceId, spanId, "later");
  await Promise.all([1, 2, 3].map(() => sweepFeedback(database.db)));
  expect(await count()).toBe(3);
  expect(await valuesOf("trace", traceId)).toEqual([["User feedback", { value: "up" }, "feedback", null]]);
});

test("feedback of a session whose id is masked reaches it, and no id is kept as it was", async () => {
  const { organizationId } = context.caller;
  const rule = maskingRule.parse({ type: "pii-detection", treatment: "hash", config: { entities: ["email"] } });
  await database.db
    .insert(maskingRules)
    .values({ organizationId, projectId: project, name: "mail", position: 0, rule });
  await arrive(hexId(16), hexId(8), "ann@example.com");
  await send({ session_id: "ann@example.com", thumbs: "up" });
  expect(await count()).toBe(1);
  const [row] = await database.db.select().from(feedback).where(eq(feedback.projectId, project));
  expect(row?.targetId).toMatch(/^\[SHA:/);
});

test("feedback reaches a session that was stored before a rule masked its id, in its own project", async () => {
  const { organizationId } = context.caller;
  const [id, other] = ["ann@example.com", "bob@example.com"];
  await arrive(hexId(16), hexId(8), id);
  const stranger = await createCaller(database.db, await createOrganization(database.db), "Member");
  const ofStranger = { traceId: hexId(16), spanId: hexId(8), values: { "session.id": other } };
  await exportTraces(stranger, exportOf({ "service.name": "shop" }, [ofStranger]));
  const rule = maskingRule.parse({ type: "pii-detection", config: { entities: ["email"] } });
  await database.db
    .insert(maskingRules)
    .values({ organizationId, projectId: project, name: "mail", position: 0, rule });
  for (const session_id of [id, other]) await send({ session_id, thumbs: "up" });
  expect(await count()).toBe(1);
  const rows = await database.db.select().from(feedback).where(eq(feedback.projectId, project));
  expect(rows.map(({ targetId }) => targetId).sort()).toEqual(["[REDACTED:email]", id]);
});

test("another project's trace with the same id gets no score", async () => {
  const traceId = hexId(16);
  const other = await createCaller(database.db, await createOrganization(database.db), "Member");
  await exportTraces(other, exportOf({ "service.name": "shop" }, [{ traceId, spanId: hexId(8) }]));
  await send({ trace_id: traceId, thumbs: "up" });
  await sweepFeedback(database.db);
  expect((await scoresForSource(other, { source_type: "trace", source_id: traceId })).result).toEqual([]);
});

test("feedback without its source is deleted after a day", async () => {
  await send({ trace_id: hexId(16), thumbs: "up", id: "old" });
  await database.db.update(feedback).set({ createdAt: sql`now() - interval '25 hours'` });
  await sweepFeedback(database.db);
  expect(await database.db.select().from(feedback).where(eq(feedback.projectId, project))).toEqual([]);
});

test("a score keeps its last hundred earlier values", async () => {
  const traceId = hexId(16);
  await arrive(traceId);
  await send({ trace_id: traceId, number: 0 });
  const own = eq(scores.organizationId, context.caller.organizationId);
  const earlier = Array.from({ length: 150 }, (_, value) => ({ value: { value }, at: "2026-01-01T00:00:00.000Z" }));
  await database.db.update(scores).set({ valueHistory: earlier }).where(own);
  await send({ trace_id: traceId, number: 1 });
  const [score] = await database.db.select().from(scores).where(own);
  expect(score?.value).toEqual({ value: 1 });
  expect(score?.valueHistory).toHaveLength(100);
  expect(score?.valueHistory.slice(0, 99)).toEqual(earlier.slice(51));
  expect(score?.valueHistory.at(-1)?.value).toEqual({ value: 0 });
});

test("feedback that cannot be stored stops neither other feedback nor the deletion of old feedback", async () => {
  const traceIds = Array.from({ length: 3 }, () => hexId(16));
  for (const [index, traceId] of traceIds.entries())
    await send({ trace_id: traceId, text: index === 1 ? "refused" : "fine" });
  await send({ trace_id: hexId(16), thumbs: "up", id: "old" });
  await database.db.update(feedback).set({ createdAt: sql`now() - interval '25 hours'` }).where(isOld);
  for (const traceId of traceIds) await arrive(traceId);
  await refuseScores();
  try {
    await sweepFeedback(database.db);
  } finally {
    await database.db.execute(sql`drop function refuse_score cascade`);
  }
  expect(await count()).toBe(2);
  expect(await database.db.select().from(feedback).where(isOld)).toEqual([]);
  await sweepFeedback(database.db);
  expect(await count()).toBe(3);
});

const isOld = eq(feedback.requestId, "old");

/** From now on PostgreSQL stores no score whose text is "refused". */
async function refuseScores() {
  await database.db.execute(sql`
    create function refuse_score() returns trigger language plpgsql as $$ begin
      if new.value ->> 'text' = 'refused' then raise exception 'refused'; end if;
      return new;
    end $$`);
  await database.db.execute(sql`
    create trigger refuse_score before insert on scores for each row execute function refuse_score()`);
}

test("a deleted feedback label is made again", async () => {
  const traceId = hexId(16);
  await arrive(traceId);
  await send({ trace_id: traceId, thumbs: "up" });
  await database.db.update(labels).set({ deletedAt: new Date() }).where(eq(labels.projectId, project));
  await send({ trace_id: traceId, thumbs: "down" });
  const live = await database.db.select().from(labels).where(sql`project_id = ${project} and deleted_at is null`);
  expect(live).toHaveLength(3);
});

test("feedback keys can be listed and revoked, and belong to one project", async () => {
  const [listed] = await listFeedbackKeys(context, { project_id: project });
  expect(listed).toMatchObject({ name: "Website", key });
  await revokeFeedbackKey(context, { project_id: project, feedback_key_id: listed?.id ?? "" });
  expect(await listFeedbackKeys(context, { project_id: project })).toEqual([]);
  await expect(send({ trace_id: hexId(16), thumbs: "up" })).rejects.toThrow("The feedback key is not valid.");
  const again = revokeFeedbackKey(context, { project_id: project, feedback_key_id: listed?.id ?? "" });
  await expect(again).rejects.toThrow("Feedback key not found.");
});

test("an address has a limit per key, and one limit for all unknown keys", async () => {
  const tries = (total: number, withKey?: string) =>
    Promise.allSettled(Array.from({ length: total }, () => send({ trace_id: hexId(16), thumbs: "up" }, withKey))).then(
      (all) => all.filter(({ status }) => status === "fulfilled").length,
    );
  expect(await tries(70)).toBe(60);
  const { key: other } = await createFeedbackKey(context, { project_id: project, name: "App" });
  expect(await tries(5, other)).toBe(5);
  expect(await tries(61, "assay_pub_unknown")).toBe(0);
  await expect(send({ trace_id: hexId(16), thumbs: "up" }, "assay_pub_unknown")).rejects.toThrow("Too many attempts");
});
