import { and, asc, count, desc, eq, inArray, ne, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { promptLabelTargets, prompts, promptVersions } from "@/db/schema";
import type { Verb } from "@/lib/context";
import { versionName } from "@/lib/contracts/prompts/names";
import type * as contracts from "@/lib/contracts/prompts/prompts";
import { inOrganization } from "@/lib/owned-rows";
import { assertPage, hasText, pageRange } from "@/lib/pages";
import { labelsInOrganization, labelTargets } from "./loaders";
import { plainLabel } from "./present";

export const listPrompts: Verb<typeof contracts.listPrompts> = async ({ db, caller }, input) => {
  const { organizationId } = caller;
  const { page, limit, offset } = pageRange(input);
  const { search, folder, label } = input;
  const labelId = label === undefined ? undefined : await labelIdOf(db, organizationId, label);
  const where = and(
    inOrganization(prompts, organizationId),
    search ? hasText(prompts.name, search) : undefined,
    folder === undefined ? undefined : eq(prompts.folder, folder),
    labelId === undefined
      ? undefined
      : sql`exists (select from ${promptLabelTargets} where ${promptLabelTargets.promptId} = ${prompts.id}
          and ${promptLabelTargets.labelId} = ${labelId})`,
  );
  const [[total], folders, rows] = await Promise.all([
    db.select({ count: count() }).from(prompts).where(where),
    foldersOf(db, organizationId),
    db
      .select()
      .from(prompts)
      .where(where)
      // Without a search, the index of names has the order.
      .orderBy(
        ...(search ? [desc(sql`${prompts.name} = ${search}`)] : []),
        asc(sql`lower(${prompts.name})`),
        asc(prompts.id),
      )
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  const latest = await latestOf(
    db,
    organizationId,
    rows.map(({ id }) => id),
  );
  const results = rows.map(({ id, name, folder: within, description, createdAt, updatedAt }) => ({
    id,
    name,
    folder: within,
    description,
    ...latest(id),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }));
  return { count: all, page, limit, results, folders };
};

/** An id that no label has, where there is none of this name: nothing is found. */
async function labelIdOf(db: Database, organizationId: string, name: string): Promise<string> {
  const labels = await labelsInOrganization(db, organizationId);
  const found = labels.find((label) => label.name.toLowerCase() === name.toLowerCase());
  return found?.id ?? "00000000-0000-0000-0000-000000000000";
}

async function foldersOf(db: Database, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ folder: prompts.folder })
    .from(prompts)
    .where(and(inOrganization(prompts, organizationId), ne(prompts.folder, "")))
    .orderBy(asc(prompts.folder))
    .limit(1000);
  return rows.map(({ folder }) => folder);
}

/** What the list shows of a prompt's versions. */
async function latestOf(db: Database, organizationId: string, ids: string[]) {
  const model = sql<string | null>`${promptVersions.content} ->> 'model'`;
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({
            id: promptVersions.id,
            promptId: promptVersions.promptId,
            number: promptVersions.number,
            model,
          })
          .from(promptVersions)
          .innerJoin(prompts, eq(prompts.id, promptVersions.promptId))
          .where(and(inOrganization(prompts, organizationId), inArray(promptVersions.promptId, ids)))
          .orderBy(desc(promptVersions.number));
  const targets = await labelTargets(db, organizationId, ids);
  return (promptId: string) => {
    const versions = rows.filter((row) => row.promptId === promptId);
    const [newest] = versions;
    const labels = targets.flatMap((target) => {
      const version = target.promptId === promptId && versions.find(({ id }) => id === target.versionId);
      return version ? [{ ...plainLabel(target), version: versionName(version.number) }] : [];
    });
    return {
      versions: versions.length,
      latest_version: newest ? versionName(newest.number) : null,
      model: newest?.model ?? null,
      labels,
    };
  };
}
