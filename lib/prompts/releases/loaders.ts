// The only ways to load a prompt's releases.
import { and, desc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { promptReleases } from "@/db/schema";
import type { PromptLabel } from "@/lib/contracts/prompts/shapes";
import { notFound } from "@/lib/errors";
import type { PromptRow, PromptVersionRow } from "../loaders";

export type ReleaseRow = typeof promptReleases.$inferSelect;

interface Move {
  prompt: PromptRow;
  label: PromptLabel;
  former: PromptVersionRow;
  version: PromptVersionRow;
}

/** The newest release that compares the two versions for the label. */
export async function newestReleaseOf(
  db: Database,
  { prompt, label, former, version }: Move,
): Promise<ReleaseRow | null> {
  const [release] = await db
    .select()
    .from(promptReleases)
    .where(
      and(
        eq(promptReleases.promptId, prompt.id),
        eq(promptReleases.labelId, label.id),
        eq(promptReleases.formerId, former.id),
        eq(promptReleases.candidateId, version.id),
      ),
    )
    .orderBy(desc(promptReleases.createdAt), desc(promptReleases.id))
    .limit(1);
  return release ?? null;
}

export const releasesOf = (db: Database, prompt: PromptRow, page: { limit: number; offset: number }) =>
  db
    .select()
    .from(promptReleases)
    .where(eq(promptReleases.promptId, prompt.id))
    .orderBy(desc(promptReleases.createdAt), desc(promptReleases.id))
    .limit(page.limit)
    .offset(page.offset);

export async function releaseOfPrompt(db: Database, prompt: PromptRow, id: string): Promise<ReleaseRow> {
  const [release] = await db
    .select()
    .from(promptReleases)
    .where(and(eq(promptReleases.promptId, prompt.id), eq(promptReleases.id, id)));
  if (!release) throw notFound("Release not found.");
  return release;
}
