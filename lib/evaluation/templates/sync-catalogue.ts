// Writes the built-in templates to the database during migration. Running it again changes nothing.
import { and, eq, inArray, isNull, notInArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalGroupMembers, evalGroups, evalTemplates, evalTemplateVersions } from "@/db/schema";
import { applyOnce } from "@/db/upgrade/apply-once";
import { builtIns } from "./catalogue";
import { fingerprintOf } from "./fingerprint";
import { sampleGroups } from "./sample-groups";

/**
 * Adds a version if a definition has changed, and removes templates that are no longer built in. Does nothing if all is
 * up to date.
 */
export async function syncCatalogue(db: Database): Promise<void> {
  const all = builtIns().map((template) => ({ ...template, fingerprint: fingerprintOf(template.definition) }));
  await applyOnce(db, "evaluation catalogue", fingerprintOf({ all, sampleGroups }), async (tx) => {
    await upsertTemplates(tx, all);
    await addVersions(tx, all);
    await deleteOthers(tx, all);
    await syncSamples(tx);
  });
}

type Printed = ReturnType<typeof builtIns>[number] & { fingerprint: string };

async function upsertTemplates(db: Database, all: readonly Printed[]): Promise<void> {
  await db
    .insert(evalTemplates)
    .values(
      all.map(({ id, name, description, evalType, tags, hidden }) => ({
        id,
        name,
        description,
        evalType,
        tags: [...tags],
        hidden,
      })),
    )
    .onConflictDoUpdate({
      target: evalTemplates.id,
      set: {
        description: sql`excluded.description`,
        evalType: sql`excluded.eval_type`,
        tags: sql`excluded.tags`,
        hidden: sql`excluded.hidden`,
        deletedAt: null,
        updatedAt: sql`now()`,
      },
    });
}

/** Adds a version for each changed definition. The newest becomes current. */
async function addVersions(db: Database, all: readonly Printed[]): Promise<void> {
  const ids = all.map(({ id }) => id);
  const known = await db
    .select({
      templateId: evalTemplateVersions.templateId,
      fingerprint: evalTemplateVersions.fingerprint,
      number: evalTemplateVersions.number,
    })
    .from(evalTemplateVersions)
    .innerJoin(evalTemplates, eq(evalTemplates.id, evalTemplateVersions.templateId))
    .where(and(inArray(evalTemplates.id, ids), eq(evalTemplateVersions.number, evalTemplates.currentVersion)));
  const current = new Map(known.map((version) => [version.templateId, version]));
  const changed = all.flatMap(({ id, definition, fingerprint }) => {
    const before = current.get(id);
    return before?.fingerprint === fingerprint
      ? []
      : [{ templateId: id, number: (before?.number ?? 0) + 1, definition, fingerprint, message: "Built in" }];
  });
  if (changed.length > 0) await db.insert(evalTemplateVersions).values(changed);
  await db.execute(sql`
    update ${evalTemplates} set current_version = newest.number
    from (select template_id, max(number) as number from ${evalTemplateVersions} group by template_id) as newest
    where newest.template_id = ${evalTemplates.id} and ${evalTemplates.organizationId} is null`);
}

async function deleteOthers(db: Database, all: readonly Printed[]): Promise<void> {
  const ids = all.map(({ id }) => id);
  await db
    .update(evalTemplates)
    .set({ deletedAt: sql`now()` })
    .where(
      and(isNull(evalTemplates.organizationId), isNull(evalTemplates.deletedAt), notInArray(evalTemplates.id, ids)),
    );
}

async function syncSamples(db: Database): Promise<void> {
  const groups = sampleGroups.map(({ id, name, description }) => ({ id, name, description }));
  const set = { name: sql`excluded.name`, description: sql`excluded.description` };
  await db.insert(evalGroups).values(groups).onConflictDoUpdate({ target: evalGroups.id, set });
  const members = sampleGroups.flatMap(({ id, templateIds }) =>
    templateIds.map((templateId) => ({ groupId: id, templateId })),
  );
  await db.delete(evalGroupMembers).where(
    inArray(
      evalGroupMembers.groupId,
      groups.map(({ id }) => id),
    ),
  );
  await db.insert(evalGroupMembers).values(members);
}
