// The only ways to load prompts for files: by page, and by name.

import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prompts, promptVersions } from "@/db/schema";
import { formsOf, nameKey } from "@/lib/bounds/normal-form";
import { inOrganization } from "@/lib/owned-rows";
import type { PromptRow, PromptVersionRow } from "../loaders";

const PAGE = 50;

/** The newest committed version of each prompt that has one. */
export async function newestVersions(
  db: Database,
  organizationId: string,
  promptIds: readonly string[],
): Promise<Map<string, PromptVersionRow>> {
  if (promptIds.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([promptVersions.promptId], { version: promptVersions })
    .from(promptVersions)
    .innerJoin(prompts, eq(prompts.id, promptVersions.promptId))
    .where(
      and(
        inOrganization(prompts, organizationId),
        inArray(promptVersions.promptId, [...promptIds]),
        eq(promptVersions.isDraft, false),
      ),
    )
    .orderBy(asc(promptVersions.promptId), desc(promptVersions.number));
  return new Map(rows.map(({ version }) => [version.promptId, version]));
}

interface Chosen {
  promptId: string | undefined;
  folder: string | undefined;
}

/** Prompts by name, in pages. */
export async function* promptPages(
  db: Database,
  organizationId: string,
  { promptId, folder }: Chosen,
): AsyncGenerator<PromptRow[]> {
  const name = sql<string>`lower(${prompts.name})`;
  for (let after: string | null = null; ; ) {
    const rows: { prompt: PromptRow; key: string }[] = await db
      .select({ prompt: prompts, key: name })
      .from(prompts)
      .where(
        and(
          inOrganization(prompts, organizationId),
          promptId === undefined ? undefined : eq(prompts.id, promptId),
          folder === undefined ? undefined : eq(prompts.folder, folder),
          after === null ? undefined : sql`${name} > ${after}`,
        ),
      )
      .orderBy(asc(name))
      .limit(PAGE);
    if (rows.length > 0) yield rows.map(({ prompt }) => prompt);
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.key ?? null;
  }
}

/** Prompts by the keys of their names. */
export async function promptsNamed(
  db: Database,
  organizationId: string,
  names: readonly string[],
): Promise<Map<string, PromptRow>> {
  const lower = sql<string>`lower(${prompts.name})`;
  const list = sql.join(
    names.flatMap(formsOf).map((name) => sql`lower(${name})`),
    sql`, `,
  );
  const rows = await db
    .select({ prompt: prompts, key: lower })
    .from(prompts)
    .where(and(inOrganization(prompts, organizationId), sql`${lower} in (${list})`));
  return new Map(rows.map(({ prompt }) => [nameKey(prompt.name), prompt]));
}
