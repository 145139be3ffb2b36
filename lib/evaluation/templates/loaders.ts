// The only ways to load a template: the built-in ones, and those of the named organization.
import { and, eq, inArray, isNull, or, type SQL } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalTemplates, evalTemplateVersions } from "@/db/schema";
import { notFound } from "@/lib/errors";

type TemplateRow = typeof evalTemplates.$inferSelect;
export type VersionRow = typeof evalTemplateVersions.$inferSelect;

export interface Template extends TemplateRow {
  version: VersionRow;
}

/** The templates that an organization sees: its own and the built-in ones. */
export const visibleTemplates = (organizationId: string): SQL | undefined =>
  and(
    or(isNull(evalTemplates.organizationId), eq(evalTemplates.organizationId, organizationId)),
    isNull(evalTemplates.deletedAt),
  );

export const isBuiltIn = (template: Pick<TemplateRow, "organizationId">): boolean => template.organizationId === null;

/** The templates of these ids that the organization may use, each with its current version. */
export async function templatesInOrganization(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<Template[]> {
  if (ids.length === 0) return [];
  const rows = await currentVersions(db, and(inArray(evalTemplates.id, [...ids]), visibleTemplates(organizationId)));
  return rows;
}

export const currentVersions = (db: Database, where: SQL | undefined): Promise<Template[]> =>
  inVersion(db, evalTemplates.currentVersion, where);

async function inVersion(
  db: Database,
  number: number | typeof evalTemplates.currentVersion,
  where: SQL | undefined,
): Promise<Template[]> {
  const isVersion = and(eq(evalTemplateVersions.templateId, evalTemplates.id), eq(evalTemplateVersions.number, number));
  const rows = await db
    .select({ template: evalTemplates, version: evalTemplateVersions })
    .from(evalTemplates)
    .innerJoin(evalTemplateVersions, isVersion)
    .where(where);
  return rows.map(({ template, version }) => ({ ...template, version }));
}

/** Throws `not_found`. */
export async function templateInOrganization(db: Database, organizationId: string, id: string): Promise<Template> {
  const [template] = await templatesInOrganization(db, organizationId, [id]);
  if (!template) throw notFound("Evaluation template not found.");
  return template;
}

/** A template in a version, or in the current one; null if the organization has no such template or version. */
export async function templateInVersion(
  db: Database,
  organizationId: string,
  id: string,
  number: number | null,
): Promise<Template | null> {
  const isVisible = and(eq(evalTemplates.id, id), visibleTemplates(organizationId));
  const [template] = await inVersion(db, number ?? evalTemplates.currentVersion, isVisible);
  return template ?? null;
}
