import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { promptLabels, promptLabelTargets, prompts, promptVersions } from "@/db/schema";
import { systemLabels } from "@/lib/contracts/prompts/names";

/** Versions that are read at once: each may have 200,000 characters. */
const PAGE = 50;

interface PageRow {
  promptId: string;
  name: string;
  version: { number: number; content: typeof promptVersions.$inferSelect.content };
  /** Null for the version itself. */
  label: string | null;
}

const shown = {
  promptId: prompts.id,
  name: prompts.name,
  number: promptVersions.number,
  content: promptVersions.content,
};

/** Committed versions, and then the versions to which labels point, page by page. */
export async function* readPages(tx: Database, where: SQL | undefined): AsyncGenerator<PageRow[]> {
  const committed = and(where, eq(promptVersions.isDraft, false));
  for (let after: [string, number] | null = null; ; ) {
    const rows: (Omit<PageRow, "version" | "label"> & PageRow["version"])[] = await tx
      .select(shown)
      .from(promptVersions)
      .innerJoin(prompts, eq(prompts.id, promptVersions.promptId))
      .where(
        and(
          committed,
          after === null
            ? undefined
            : sql`(${prompts.id}, ${promptVersions.number}) > (${after[0]}::uuid, ${after[1]})`,
        ),
      )
      .orderBy(asc(prompts.id), asc(promptVersions.number))
      .limit(PAGE);
    if (rows.length > 0) yield rows.map((row) => ({ ...row, version: row, label: null }));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) break;
    after = [last.promptId, last.number];
  }
  yield* labelPages(tx, where);
}

async function* labelPages(tx: Database, where: SQL | undefined): AsyncGenerator<PageRow[]> {
  for (let offset = 0; ; offset += PAGE) {
    const rows = await tx
      .select({ ...shown, labelId: promptLabelTargets.labelId, label: promptLabels.name })
      .from(promptLabelTargets)
      .innerJoin(promptVersions, eq(promptVersions.id, promptLabelTargets.versionId))
      .innerJoin(prompts, eq(prompts.id, promptLabelTargets.promptId))
      .leftJoin(promptLabels, eq(promptLabels.id, promptLabelTargets.labelId))
      .where(where)
      .orderBy(asc(prompts.id), asc(promptLabelTargets.labelId))
      .limit(PAGE)
      .offset(offset);
    const found = rows.flatMap(({ labelId, label, ...row }) => {
      const name = label ?? systemLabels.find(({ id }) => id === labelId)?.name;
      return name ? [{ ...row, version: row, label: name }] : [];
    });
    if (found.length > 0) yield found;
    if (rows.length < PAGE) return;
  }
}
