import { and, count, desc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalTemplates, evalTemplateVersions } from "@/db/schema";
import type { Verb } from "@/lib/context";
import { settingsIn } from "@/lib/contracts/evaluation/shapes/template-settings";
import type * as contracts from "@/lib/contracts/evaluation/template-versions";
import { notFound } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { definitionOf } from "./checked-definition";
import { templateInOrganization, type VersionRow } from "./loaders";
import { makersOf } from "./makers";
import { settingsOfSnapshot } from "./rules/definition";
import { addVersion, lockOwnTemplate } from "./templates";

const SHOWN_VERSIONS = 100;

async function present(db: Database, rows: readonly VersionRow[], current: number) {
  const makers = await makersOf(db, rows);
  return rows.map((row) => ({
    id: row.id,
    version: `V${row.number}`,
    version_number: row.number,
    is_default: row.number === current,
    message: row.message,
    fingerprint: row.fingerprint,
    criteria: row.definition.instructions,
    model: row.definition.model,
    config_snapshot: row.definition,
    created_by_name: makers.get(row.createdBy ?? "") ?? "Assay",
    created_at: row.createdAt.toISOString(),
  }));
}

async function presentOne(db: Database, row: VersionRow) {
  const [shown] = await present(db, [row], row.number);
  if (!shown) throw new Error("one version is presented as one");
  return shown;
}

export const listEvalTemplateVersions: Verb<typeof contracts.listEvalTemplateVersions> = async (
  { db, caller },
  { id },
) => {
  const template = await templateInOrganization(db, caller.organizationId, id);
  const own = eq(evalTemplateVersions.templateId, template.id);
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(evalTemplateVersions).where(own),
    db.select().from(evalTemplateVersions).where(own).orderBy(desc(evalTemplateVersions.number)).limit(SHOWN_VERSIONS),
  ]);
  const versions = await present(db, rows, template.currentVersion);
  return { template_id: template.id, versions, total: total?.count ?? 0 };
};

export const createEvalTemplateVersion: Verb<typeof contracts.createEvalTemplateVersion> = (
  context,
  { id, message, criteria: instructions, config_snapshot: snapshot, ...fields },
) =>
  inTransaction(context, async (inner) => {
    const template = await lockOwnTemplate(inner, id);
    const before = template.version.definition;
    const settings = {
      ...(snapshot ? settingsOfSnapshot(snapshot, before) : {}),
      ...settingsIn({ instructions }),
      ...settingsIn(fields),
    };
    const definition = await definitionOf(inner, { before, settings, ownId: template.id });
    return presentOne(inner.db, await addVersion(inner, template, definition, message));
  });

async function versionOf(db: Database, templateId: string, id: string): Promise<VersionRow> {
  const own = and(eq(evalTemplateVersions.id, id), eq(evalTemplateVersions.templateId, templateId));
  const [row] = await db.select().from(evalTemplateVersions).where(own);
  if (!row) throw notFound("Version not found.");
  return row;
}

export const setDefaultEvalTemplateVersion: Verb<typeof contracts.setDefaultEvalTemplateVersion> = (context, input) =>
  inTransaction(context, async (inner) => {
    const template = await lockOwnTemplate(inner, input.id);
    const version = await versionOf(inner.db, template.id, input.version_id);
    const templateType = version.definition.children.length > 0 ? "composite" : "single";
    const current = { currentVersion: version.number, templateType } as const;
    await inner.db.update(evalTemplates).set(current).where(eq(evalTemplates.id, template.id));
    return presentOne(inner.db, version);
  });

export const restoreEvalTemplateVersion: Verb<typeof contracts.restoreEvalTemplateVersion> = (context, input) =>
  inTransaction(context, async (inner) => {
    const template = await lockOwnTemplate(inner, input.id);
    const version = await versionOf(inner.db, template.id, input.version_id);
    const message = `As V${version.number}`;
    const restored = await presentOne(inner.db, await addVersion(inner, template, version.definition, message));
    return { ...restored, restored_from: version.number };
  });
