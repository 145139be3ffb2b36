// Test cases of a template: saved, run again, and compared with the expected verdict.

import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalCases } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/cases";
import type { CaseRun } from "@/lib/contracts/evaluation/cases";
import { MAX_CASES } from "@/lib/contracts/evaluation/sdk/evaluations";
import { distinctIds } from "@/lib/distinct-ids";
import { Failure, invalid, invalidField, notFound } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { runTemplate } from "../playground/run";
import { fingerprintOf } from "../templates/fingerprint";
import { type Template, templateInOrganization, templateInVersion } from "../templates/loaders";
import { type CaseResult, meets } from "./rules/meets";

const AT_ONCE = 5;

type CaseRow = typeof evalCases.$inferSelect;

const casesOf = (organizationId: string, templateId: string) =>
  and(eq(evalCases.organizationId, organizationId), eq(evalCases.templateId, templateId));

const oldestFirst = [asc(evalCases.createdAt), asc(evalCases.id)] as const;

const present = ({ id, mapping, params, expected, lastRun, createdAt }: CaseRow) => ({
  id,
  mapping,
  params,
  expected,
  last_run: lastRun,
  created_at: createdAt.toISOString(),
});

export const listEvalCases: Verb<typeof contracts.listEvalCases> = async ({ db, caller }, { id }) => {
  const template = await templateInOrganization(db, caller.organizationId, id);
  const rows = await db
    .select()
    .from(evalCases)
    .where(casesOf(caller.organizationId, template.id))
    .orderBy(...oldestFirst)
    .limit(MAX_CASES);
  return { cases: rows.map(present) };
};

export const keepEvalCase: Verb<typeof contracts.keepEvalCase> = (context, { id, mapping, params, expected }) =>
  inTransaction(context, async ({ db, caller: { organizationId, userId } }) => {
    const template = await templateInOrganization(db, organizationId, id);
    const inputsHash = fingerprintOf({ mapping, params });
    // One at a time, so that the limit on the count holds.
    await db.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`cases of ${organizationId} ${template.id}`}, 0))`,
    );
    const own = casesOf(organizationId, template.id);
    const [[kept], [known]] = await Promise.all([
      db.select({ count: count() }).from(evalCases).where(own),
      db
        .select({ id: evalCases.id })
        .from(evalCases)
        .where(and(own, eq(evalCases.inputsHash, inputsHash))),
    ]);
    if (!known && (kept?.count ?? 0) >= MAX_CASES)
      throw invalid(`A template can have at most ${MAX_CASES} test cases. Delete one first.`);
    const row = { organizationId, templateId: template.id, mapping, params, inputsHash, expected, createdBy: userId };
    const [stored] = await db
      .insert(evalCases)
      .values(row)
      .onConflictDoUpdate({
        target: [evalCases.organizationId, evalCases.templateId, evalCases.inputsHash],
        // The last result was compared with the earlier expectation.
        set: { expected, lastRun: null },
      })
      .returning();
    if (!stored) throw new Error("the case was not stored");
    return present(stored);
  });

export const deleteEvalCase: Verb<typeof contracts.deleteEvalCase> = async ({ db, caller }, { id, case_id }) => {
  const deleted = await db
    .delete(evalCases)
    .where(and(casesOf(caller.organizationId, id), eq(evalCases.id, case_id)))
    .returning({ id: evalCases.id });
  if (deleted.length === 0) throw notFound("Test case not found.");
  return { deleted: true };
};

export const runEvalCases: Verb<typeof contracts.runEvalCases> = async (context, input) => {
  const { db, caller } = context;
  const template = await templateToRun(db, caller.organizationId, input.id, input.version_number);
  const ids = input.case_ids && distinctIds(input.case_ids);
  const chosen = and(casesOf(caller.organizationId, template.id), ids ? inArray(evalCases.id, ids) : undefined);
  const rows = await db
    .select()
    .from(evalCases)
    .where(chosen)
    .orderBy(...oldestFirst)
    .limit(MAX_CASES);
  if (ids && rows.length < ids.length) throw invalidField("case_ids", "Test case not found.");
  const done: CaseRow[] = [];
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    const now = rows.slice(start, start + AT_ONCE);
    done.push(...(await Promise.all(now.map((row) => runOne(context, template, row, input.model)))));
  }
  const count = (is: (run: CaseRun) => boolean) => done.filter(({ lastRun }) => lastRun && is(lastRun)).length;
  return {
    met: count(({ met }) => met),
    not_met: count(({ met }) => !met),
    error: count(({ outcome }) => outcome === "error"),
    cases: done.map(present),
  };
};

async function templateToRun(db: Database, organizationId: string, id: string, version: number | undefined) {
  const { draft } = await templateInOrganization(db, organizationId, id);
  if (draft) throw invalid("A draft cannot run. Name it first.");
  const template = await templateInVersion(db, organizationId, id, version ?? null);
  if (!template) throw invalidField("version_number", "Version not found.");
  return template;
}

async function runOne(context: Context, template: Template, row: CaseRow, model: string | null | undefined) {
  const lastRun = await ran(context, template, row, model?.trim() || null);
  // A case that was deleted in the meantime is in the response, but is not stored.
  await context.db.update(evalCases).set({ lastRun }).where(eq(evalCases.id, row.id));
  return { ...row, lastRun };
}

async function ran(
  context: Context,
  template: Template,
  { mapping, params, expected }: CaseRow,
  model: string | null,
): Promise<CaseRun> {
  const facts = { version_number: template.version.number, ran_at: context.now().toISOString() };
  try {
    const { result, logId, fingerprint } = await runTemplate(context, template, {
      mapping,
      params,
      model,
      source: "eval_playground",
      inputTypes: {},
      errorLocalizer: false,
      passThreshold: null,
      contexts: {},
    });
    const caseResult: CaseResult =
      result.outcome === "scored" ? result : { outcome: "unscored", output: null, score: null, passed: null };
    const { outcome, output } = caseResult;
    const { reason } = result;
    return {
      ...facts,
      ...{ met: meets(expected, caseResult), outcome, output, reason, model: result.model, fingerprint, log_id: logId },
    };
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "invalid") throw error;
    const { message: reason } = error;
    return { ...facts, met: false, outcome: "error", output: null, reason, model, fingerprint: null, log_id: null };
  }
}
