// The only ways to load an agent and its versions: those of a workspace of the organization.
import { and, desc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { agentDefinitions, agentVersions } from "@/db/schema";
import { notFound } from "@/lib/errors";
import { inWorkspace, type Workspace } from "@/lib/owned-rows";

export type AgentRow = typeof agentDefinitions.$inferSelect;
export type VersionRow = typeof agentVersions.$inferSelect;

const missingAgent = () => notFound("Agent definition not found.");
const missingVersion = () => notFound("Agent version not found.");

export const versionsOf = (agentId: string) => and(eq(agentVersions.agentId, agentId), isNull(agentVersions.deletedAt));

export async function agentInWorkspace(db: Database, workspace: Workspace, id: string): Promise<AgentRow> {
  const [row] = await db
    .select()
    .from(agentDefinitions)
    .where(and(inWorkspace(agentDefinitions, workspace), eq(agentDefinitions.id, id)));
  if (!row) throw missingAgent();
  return row;
}

/** The agent, locked until the transaction ends: its versions are numbered, activated and deleted one at a time. */
export async function lockAgent(db: Database, workspace: Workspace, id: string): Promise<AgentRow> {
  const [row] = await db
    .select()
    .from(agentDefinitions)
    .where(and(inWorkspace(agentDefinitions, workspace), eq(agentDefinitions.id, id)))
    .for("update");
  if (!row) throw missingAgent();
  return row;
}

/** A version of this agent only. */
export async function versionOfAgent(
  db: Database,
  agent: Pick<AgentRow, "id">,
  versionId: string,
): Promise<VersionRow> {
  const [row] = await db
    .select()
    .from(agentVersions)
    .where(and(versionsOf(agent.id), eq(agentVersions.id, versionId)));
  if (!row) throw missingVersion();
  return row;
}

/** The previous version by number; null for the first. */
export async function versionBefore(
  db: Database,
  agent: Pick<AgentRow, "id">,
  number: number,
): Promise<VersionRow | null> {
  const [row] = await db
    .select()
    .from(agentVersions)
    .where(and(versionsOf(agent.id), lt(agentVersions.number, number)))
    .orderBy(desc(agentVersions.number))
    .limit(1);
  return row ?? null;
}

/**
 * The version to run: the requested one, or for null the agent's active one, which every agent has. Throws `not_found`
 * for another agent's version.
 */
export async function versionForRun(db: Database, workspace: Workspace, agentId: string, versionId: string | null) {
  const agent = await agentInWorkspace(db, workspace, agentId);
  const version = versionId === null ? await activeVersion(db, agent) : await versionOfAgent(db, agent, versionId);
  return { agent, version };
}

async function activeVersion(db: Database, agent: AgentRow): Promise<VersionRow> {
  const { active } = await standingOf(db, agent);
  return active;
}

export interface CurrentVersions {
  latest: VersionRow;
  active: VersionRow;
}

/** The newest and the active version of each agent. */
export async function standings(db: Database, agentIds: readonly string[]): Promise<Map<string, CurrentVersions>> {
  if (agentIds.length === 0) return new Map();
  const newest = sql`(select max(newest.number) from agent_versions as newest
    where newest.agent_id = ${agentVersions.agentId} and newest.deleted_at is null)`;
  const rows = await db
    .select()
    .from(agentVersions)
    .where(
      and(
        inArray(agentVersions.agentId, [...agentIds]),
        isNull(agentVersions.deletedAt),
        or(eq(agentVersions.status, "active"), eq(agentVersions.number, newest)),
      ),
    )
    .orderBy(desc(agentVersions.number));
  return new Map(
    agentIds.flatMap((id): [string, CurrentVersions][] => {
      const own = rows.filter(({ agentId }) => agentId === id);
      const [latest, active] = [own[0], own.find(({ status }) => status === "active")];
      return latest && active ? [[id, { latest, active }]] : [];
    }),
  );
}

/** For one agent, which always has both. */
export async function standingOf(db: Database, { id }: Pick<AgentRow, "id">): Promise<CurrentVersions> {
  const current = (await standings(db, [id])).get(id);
  if (!current) throw new Error("the agent has no active version");
  return current;
}
