// The only ways to load a group: those of a workspace of the organization, and the samples.
import { and, eq, inArray, isNull, or } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalGroupMembers, evalGroups, evalTemplates } from "@/db/schema";
import { invalid, notFound } from "@/lib/errors";
import { inWorkspace, type Workspace } from "@/lib/owned-rows";
import { currentVersions, type Template, visibleTemplates } from "../templates/loaders";

export type GroupRow = typeof evalGroups.$inferSelect;

export const visibleGroups = (workspace: Workspace) =>
  or(and(isNull(evalGroups.organizationId), isNull(evalGroups.deletedAt)), inWorkspace(evalGroups, workspace));

export const isSample = (group: Pick<GroupRow, "organizationId">): boolean => group.organizationId === null;

export async function groupInOrganization(db: Database, workspace: Workspace, id: string): Promise<GroupRow> {
  const [row] = await db
    .select()
    .from(evalGroups)
    .where(and(eq(evalGroups.id, id), visibleGroups(workspace)));
  if (!row) throw notFound("Evaluation group not found.");
  return row;
}

/** The group, locked until the transaction ends. Throws for a sample group, which is read-only. */
export async function lockGroup(db: Database, workspace: Workspace, id: string): Promise<GroupRow> {
  const [row] = await db
    .select()
    .from(evalGroups)
    .where(and(eq(evalGroups.id, id), visibleGroups(workspace)))
    .for("update");
  if (!row) throw notFound("Evaluation group not found.");
  if (isSample(row)) throw invalid("A sample group cannot be changed. Create your own group with the same templates.");
  return row;
}

/** Its templates that still exist, by name. */
export async function membersOf(db: Database, organizationId: string, groupId: string): Promise<Template[]> {
  const ids = db
    .select({ id: evalGroupMembers.templateId })
    .from(evalGroupMembers)
    .where(eq(evalGroupMembers.groupId, groupId));
  const templates = await currentVersions(db, and(visibleTemplates(organizationId), inArray(evalTemplates.id, ids)));
  return templates.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
