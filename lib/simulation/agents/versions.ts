import { and, eq, ne, sql } from "drizzle-orm";
import { agentDefinitions, agentVersions } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/simulation/agent-versions";
import { invalid } from "@/lib/errors";
import { assertPage, hasText, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { compared } from "./compare";
import {
  agentInWorkspace,
  lockAgent,
  standingOf,
  type VersionRow,
  versionBefore,
  versionOfAgent,
  versionsOf,
} from "./loaders";
import { presentAgent } from "./present";
import { presentOne, versionPage } from "./version-page";
import { changeAgent, once } from "./write-agent";

/** As `version_name_display`. */
const shownName = sql`concat_ws(': ', 'v' || ${agentVersions.number}, nullif(${agentVersions.commitMessage}, ''))`;

export const listAgentVersions: Verb<typeof contracts.listAgentVersions> = async ({ db, caller }, input) => {
  const agent = await agentInWorkspace(db, caller, input.agent_id);
  const { page, limit, offset } = pageRange(input);
  const matches = input.search ? hasText(shownName, input.search) : undefined;
  const { count: all, versions } = await versionPage(db, agent, await standingOf(db, agent), limit, offset, matches);
  assertPage(page, limit, all);
  return { count: all, page, limit, results: versions };
};

export const getAgentVersion: Verb<typeof contracts.getAgentVersion> = async ({ db, caller }, input) => {
  const agent = await agentInWorkspace(db, caller, input.agent_id);
  const version = await versionOfAgent(db, agent, input.version_id);
  return presentOne(db, version, (await standingOf(db, agent)).latest.number);
};

/** Archives the active version, unless it is this one. */
const archiveOthers = ({ db }: Context, agentId: string, except?: string) =>
  db
    .update(agentVersions)
    .set({ status: "archived", updatedAt: sql`clock_timestamp()` })
    .where(
      and(versionsOf(agentId), eq(agentVersions.status, "active"), except ? ne(agentVersions.id, except) : undefined),
    );

export const createAgentVersion: Verb<typeof contracts.createAgentVersion> = (
  context,
  { agent_id, commit_message, ...changedFields },
) =>
  inTransaction(context, async (inner) => {
    const { agent, webhookSecret } = await changeAgent(
      inner,
      await lockAgent(inner.db, inner.caller, agent_id),
      changedFields,
    );
    await archiveOthers(inner, agent.id);
    // Numbers of deleted versions are not reused.
    const number = sql<number>`(select coalesce(max(number), 0) + 1 from agent_versions where agent_id = ${agent.id})`;
    const { configuration, secrets, organizationId } = agent;
    const [version] = await inner.db
      .insert(agentVersions)
      .values({
        agentId: agent.id,
        organizationId,
        number,
        status: "active",
        commitMessage: commit_message,
        configuration,
        secrets,
        createdBy: inner.caller.userId,
      })
      .returning();
    if (!version) throw new Error("the version was not stored");
    return {
      message: "Agent version created successfully",
      version: await presentOne(inner.db, version, version.number),
      ...once(webhookSecret),
    };
  });

async function activate(context: Context, version: VersionRow): Promise<VersionRow> {
  if (version.status === "active") return version;
  await archiveOthers(context, version.agentId, version.id);
  const [active] = await context.db
    .update(agentVersions)
    .set({ status: "active", updatedAt: sql`clock_timestamp()` })
    .where(eq(agentVersions.id, version.id))
    .returning();
  return active ?? version;
}

export const activateAgentVersion: Verb<typeof contracts.activateAgentVersion> = (context, { agent_id, version_id }) =>
  inTransaction(context, async (inner) => {
    const agent = await lockAgent(inner.db, inner.caller, agent_id);
    const version = await activate(inner, await versionOfAgent(inner.db, agent, version_id));
    const { latest } = await standingOf(inner.db, agent);
    return {
      message: "Agent version activated successfully",
      version: await presentOne(inner.db, version, latest.number),
    };
  });

export const deleteAgentVersion: Verb<typeof contracts.deleteAgentVersion> = (context, { agent_id, version_id }) =>
  inTransaction(context, async (inner) => {
    const agent = await lockAgent(inner.db, inner.caller, agent_id);
    const version = await versionOfAgent(inner.db, agent, version_id);
    if (version.status === "active")
      throw invalid("The active version cannot be deleted. Activate another version first.");
    await inner.db.update(agentVersions).set({ deletedAt: inner.now() }).where(eq(agentVersions.id, version.id));
    return { message: "Agent version deleted successfully" };
  });

export const restoreAgentVersion: Verb<typeof contracts.restoreAgentVersion> = (context, { agent_id, version_id }) =>
  inTransaction(context, async (inner) => {
    const locked = await lockAgent(inner.db, inner.caller, agent_id);
    const version = await activate(inner, await versionOfAgent(inner.db, locked, version_id));
    const { configuration, secrets } = version;
    const [agent] = await inner.db
      .update(agentDefinitions)
      .set({ configuration, secrets, updatedAt: sql`clock_timestamp()` })
      .where(eq(agentDefinitions.id, locked.id))
      .returning();
    if (!agent) throw new Error("the locked agent no longer exists");
    const current = await standingOf(inner.db, agent);
    return {
      message: "Agent version restored successfully",
      agent: await presentAgent(agent, current),
      version: await presentOne(inner.db, version, current.latest.number),
    };
  });

export const compareAgentVersions: Verb<typeof contracts.compareAgentVersions> = async ({ db, caller }, input) => {
  const agent = await agentInWorkspace(db, caller, input.agent_id);
  const to = await versionOfAgent(db, agent, input.version_id);
  const from = input.compare_to
    ? await versionOfAgent(db, agent, input.compare_to)
    : await versionBefore(db, agent, to.number);
  return { from: from && named(from), to: named(to), changes: await compared(from, to) };
};

const named = ({ id, number, createdAt }: VersionRow) => ({
  id,
  version_number: number,
  version_name: `v${number}`,
  created_at: createdAt.toISOString(),
});
