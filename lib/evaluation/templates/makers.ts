import { count, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalTemplateVersions, users } from "@/db/schema";
import type { Template } from "./loaders";

export async function makersOf(
  db: Database,
  templates: readonly { createdBy: string | null }[],
): Promise<Map<string, string>> {
  const ids = [...new Set(templates.flatMap(({ createdBy }) => createdBy ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function versionCounts(db: Database, templates: readonly Template[]): Promise<Map<string, number>> {
  if (templates.length === 0) return new Map();
  const rows = await db
    .select({ id: evalTemplateVersions.templateId, count: count() })
    .from(evalTemplateVersions)
    .where(
      inArray(
        evalTemplateVersions.templateId,
        templates.map(({ id }) => id),
      ),
    )
    .groupBy(evalTemplateVersions.templateId);
  return new Map(rows.map((row) => [row.id, row.count]));
}
