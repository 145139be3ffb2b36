// Who changed what of a prompt, and the lock under which it changes.
import { asc, count, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { promptChanges, users } from "@/db/schema";
import { recordAct } from "@/lib/audit/record";
import type { Context, Verb } from "@/lib/context";
import { versionName } from "@/lib/contracts/prompts/names";
import type * as contracts from "@/lib/contracts/prompts/prompts";
import { changeProjected } from "@/lib/gateway-admin/projection";
import { assertPage, newestFirst, pageRange } from "@/lib/pages";
import { lockPromptInOrganization, type PromptRow, promptInOrganization } from "./loaders";

type Change = Pick<typeof promptChanges.$inferInsert, "kind" | "number" | "formerNumber" | "label" | "message">;

export async function noteChange(tx: Database, { caller }: Context, prompt: PromptRow, change: Change): Promise<void> {
  // The clock's time: transactions take turns at the lock, not in the order in which they began.
  const changedAt = sql`clock_timestamp()`;
  await tx.insert(promptChanges).values({ ...change, promptId: prompt.id, changedBy: caller.userId, changedAt });
}

/** Changes a prompt under its lock. What `work` projects is in force at the gateway when this returns. */
export const changePrompt = <T>(
  { db, caller }: Context,
  promptId: string,
  work: (tx: Database, prompt: PromptRow) => Promise<T>,
): Promise<T> =>
  changeProjected(db, async (tx) => work(tx, await lockPromptInOrganization(tx, caller.organizationId, promptId)));

/** The audit log's entry of a deletion, of the prompt or of the part that `after` names. */
export const recordDeletion = (
  tx: Database,
  context: Context,
  { id, name }: PromptRow,
  after: Record<string, unknown> | null = null,
): Promise<void> => recordAct({ ...context, db: tx }, { targetId: id, targetName: name, before: { name }, after });

const nameOf = (number: number | null): string | null => (number === null ? null : versionName(number));

export const listPromptChanges: Verb<typeof contracts.listPromptChanges> = async ({ db, caller }, input) => {
  const prompt = await promptInOrganization(db, caller.organizationId, input.prompt_id);
  const { page, limit, offset } = pageRange(input);
  const ofPrompt = eq(promptChanges.promptId, prompt.id);
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(promptChanges).where(ofPrompt),
    db
      .select({ change: promptChanges, person: users.name })
      .from(promptChanges)
      .leftJoin(users, eq(users.id, promptChanges.changedBy))
      .where(ofPrompt)
      .orderBy(newestFirst(promptChanges.changedAt), asc(promptChanges.id))
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  const results = rows.map(({ change, person }) => ({
    id: change.id,
    kind: change.kind,
    version: nameOf(change.number),
    former_version: nameOf(change.formerNumber),
    label: change.label,
    message: change.message,
    changed_by: change.changedBy === null ? null : { id: change.changedBy, name: person ?? "" },
    changed_at: change.changedAt.toISOString(),
  }));
  return { count: all, page, limit, results };
};
