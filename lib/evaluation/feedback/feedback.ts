import { and, asc, count, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalFeedback, evalLogs, users } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/feedback";
import { invalidField, notFound } from "@/lib/errors";
import { inOrganization } from "@/lib/owned-rows";
import { inTransaction } from "@/lib/transaction";
import { runTemplate } from "../playground/run";
import { fingerprintOf } from "../templates/fingerprint";
import { isBuiltIn, type Template, templateInOrganization } from "../templates/loaders";
import { isOwnCode } from "../templates/rules/definition";
import { readFeedback, withExample } from "../templates/rules/feedback";
import { addVersion, lockOwnTemplate } from "../templates/templates";

const newestFirst = [desc(evalFeedback.updatedAt), asc(evalFeedback.id)] as const;

type LogRow = typeof evalLogs.$inferSelect;
type FeedbackRequest = Parameters<Verb<typeof contracts.giveEvalFeedback>>[1] & {
  value: Extract<ReturnType<typeof readFeedback>, { value: unknown }>["value"];
};

export const giveEvalFeedback: Verb<typeof contracts.giveEvalFeedback> = async (context, input) => {
  const { db, caller } = context;
  const log = await logInOrganization(db, caller.organizationId, input.log_id);
  const template = await templateInOrganization(db, caller.organizationId, log.templateId);
  const read = readFeedback(template.version.definition, input.value);
  if ("problem" in read) throw invalidField("value", read.problem);
  const feedback = { ...input, value: read.value };
  // Before anything is stored: a run that fails leaves no feedback.
  const again = input.action_type === "recalculate" ? await runAgain(context, template, log) : null;
  return inTransaction(context, async (inner) => {
    const version = input.action_type === "retune" ? await retune(inner, template, log, feedback) : null;
    const id = await keep(inner, log, feedback);
    return {
      message: version
        ? `Kept, and an example of ${template.name} ${version}.`
        : again
          ? "Kept, and run again."
          : "Kept.",
      feedback_id: id,
      template_version: version,
      log_id: again,
    };
  });
};

async function logInOrganization(db: Database, organizationId: string, id: string): Promise<LogRow> {
  const own = and(eq(evalLogs.id, id), inOrganization(evalLogs, organizationId));
  const [log] = await db.select().from(evalLogs).where(own);
  if (!log) throw notFound("Evaluation log not found.");
  return log;
}

async function runAgain(context: Context, template: Template, log: LogRow): Promise<string | null> {
  const { logId } = await runTemplate(context, template, {
    mapping: log.mapping,
    params: log.params,
    model: log.model,
    source: "feedback",
    inputTypes: log.inputTypes,
    errorLocalizer: false,
    passThreshold: null,
    contexts: {},
  });
  return logId;
}

/** The version that has the example: the current one if it has the example already. */
async function retune(
  context: Context,
  of: Template,
  log: LogRow,
  { value, explanation }: FeedbackRequest,
): Promise<string> {
  if (isBuiltIn(of))
    throw invalidField("action_type", "A built-in template cannot be changed. Duplicate it and retune the copy.");
  const template = await lockOwnTemplate(context, of.id);
  const { definition } = template.version;
  if (template.evalType === "code" || isOwnCode(definition) || definition.children.length > 0)
    throw invalidField("action_type", "Only judged templates can use examples.");
  const made = withExample(definition.few_shot_examples, log.mapping, value, explanation);
  if ("problem" in made) throw invalidField("action_type", made.problem);
  const changed = { ...definition, few_shot_examples: made.examples };
  if (fingerprintOf(changed) === fingerprintOf(definition)) return `V${template.version.number}`;
  const version = await addVersion(context, template, changed, "An example from feedback");
  return `V${version.number}`;
}

async function keep({ db, caller }: Context, log: LogRow, feedback: FeedbackRequest): Promise<string> {
  const values = { action: feedback.action_type, value: feedback.value, explanation: feedback.explanation };
  const { organizationId, userId } = caller;
  const [row] = await db
    .insert(evalFeedback)
    .values({ organizationId, templateId: log.templateId, logId: log.id, userId, ...values })
    .onConflictDoUpdate({
      target: [evalFeedback.logId, evalFeedback.userId],
      set: { ...values, updatedAt: sql`now()` },
    })
    .returning({ id: evalFeedback.id });
  if (!row) throw new Error("the feedback was not stored");
  return row.id;
}

export const presentFeedback = ({ feedback, by }: { feedback: typeof evalFeedback.$inferSelect; by: string }) => ({
  id: feedback.id,
  action_type: feedback.action,
  value: feedback.value,
  explanation: feedback.explanation,
  by,
  given_at: feedback.updatedAt.toISOString(),
});

export const listTemplateFeedback: Verb<typeof contracts.listTemplateFeedback> = async (
  { db, caller: { organizationId } },
  { id, page, page_size },
) => {
  const template = await templateInOrganization(db, organizationId, id);
  const own = and(
    eq(evalFeedback.organizationId, organizationId),
    eq(evalFeedback.templateId, template.id),
    isNull(evalLogs.deletedAt),
  );
  const ofLog = eq(evalLogs.id, evalFeedback.logId);
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(evalFeedback).innerJoin(evalLogs, ofLog).where(own),
    db
      .select({ feedback: evalFeedback, by: users.name })
      .from(evalFeedback)
      .innerJoin(evalLogs, ofLog)
      .innerJoin(users, eq(users.id, evalFeedback.userId))
      .where(own)
      .orderBy(...newestFirst)
      .limit(page_size)
      .offset(page * page_size),
  ]);
  const items = rows.map((row) => ({ ...presentFeedback(row), log_id: row.feedback.logId }));
  return { template_id: template.id, items, total: total?.count ?? 0, page, page_size };
};

/** People's feedback on each log, newest first. The logs are the organization's. */
export async function feedbackOf(db: Database, organizationId: string, logIds: readonly string[]) {
  if (logIds.length === 0) return [];
  return db
    .select({ feedback: evalFeedback, by: users.name })
    .from(evalFeedback)
    .innerJoin(users, eq(users.id, evalFeedback.userId))
    .where(and(eq(evalFeedback.organizationId, organizationId), inArray(evalFeedback.logId, [...logIds])))
    .orderBy(...newestFirst);
}
