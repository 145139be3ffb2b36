// Where a label of a prompt has pointed, by the prompt's changes.
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { promptChanges, promptLabels, promptVersions } from "@/db/schema";
import type { PromptLabel } from "@/lib/contracts/prompts/shapes";
import type { PromptRow, PromptVersionRow } from "./loaders";

/** Changes name a label. One of the same name that was deleted before has another history. */
const movesOf = (prompt: PromptRow, label: PromptLabel) =>
  and(
    eq(promptChanges.promptId, prompt.id),
    eq(promptChanges.kind, "label_moved"),
    eq(promptChanges.label, label.name),
    isNotNull(promptChanges.number),
    label.type === "system"
      ? undefined
      : sql`${promptChanges.changedAt} >= (
          select ${promptLabels.createdAt} from ${promptLabels} where ${promptLabels.id} = ${label.id})`,
  );

/** Moving back needs no evidence: it must be quick. */
export async function hasHad(
  tx: Database,
  prompt: PromptRow,
  label: PromptLabel,
  { number }: PromptVersionRow,
): Promise<boolean> {
  const [found] = await tx
    .select({ id: promptChanges.id })
    .from(promptChanges)
    .where(and(movesOf(prompt, label), eq(promptChanges.number, number)))
    .limit(1);
  return found !== undefined;
}

/** The version that the label pointed to last, of those that still exist; null for none. */
export async function lastHad(tx: Database, prompt: PromptRow, label: PromptLabel): Promise<PromptVersionRow | null> {
  const [found] = await tx
    .select({ version: promptVersions })
    .from(promptChanges)
    .innerJoin(
      promptVersions,
      and(eq(promptVersions.promptId, promptChanges.promptId), eq(promptVersions.number, promptChanges.number)),
    )
    .where(movesOf(prompt, label))
    .orderBy(desc(promptChanges.changedAt), desc(promptChanges.id))
    .limit(1);
  return found?.version ?? null;
}
