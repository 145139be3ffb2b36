import { and, count, eq, inArray, isNull, sql } from "drizzle-orm";
import { agentDefinitions, agentVersions } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/simulation/agents";
import { notFound } from "@/lib/errors";
import { inWorkspace } from "@/lib/owned-rows";
import { assertPage, hasText, newestFirst, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { agentInWorkspace, lockAgent, standingOf, standings } from "./loaders";
import { presentAgent, presentListed } from "./present";
import { plainConfiguration } from "./rules/configuration";
import { versionPage } from "./version-page";
import { agentAfter, changeAgent, once } from "./write-agent";

export const createAgentDefinition: Verb<typeof contracts.createAgentDefinition> = (
  context,
  { commit_message, ...changes },
) =>
  inTransaction(context, async (inner) => {
    const { organizationId, workspaceId, userId } = inner.caller;
    const plain = plainConfiguration(changes.agent_name, changes.agent_type);
    const nothing = { configuration: plain, secrets: {}, projectId: null };
    const { webhookSecret, ...made } = await agentAfter(inner, nothing, changes);
    const [agent] = await inner.db
      .insert(agentDefinitions)
      .values({ organizationId, workspaceId, ...made, createdBy: userId })
      .returning();
    if (!agent) throw new Error("the agent was not stored");
    const { configuration, secrets } = made;
    const [version] = await inner.db
      .insert(agentVersions)
      .values({
        agentId: agent.id,
        organizationId,
        number: 1,
        status: "active",
        commitMessage: commit_message,
        configuration,
        secrets,
        createdBy: userId,
      })
      .returning();
    if (!version) throw new Error("the version was not stored");
    return {
      message: "Agent definition created successfully",
      agent: await presentAgent(agent, { latest: version, active: version }),
      ...once(webhookSecret),
    };
  });

export const listAgentDefinitions: Verb<typeof contracts.listAgentDefinitions> = async ({ db, caller }, input) => {
  const { page, limit, offset } = pageRange(input);
  const where = and(
    inWorkspace(agentDefinitions, caller),
    input.search ? hasText(agentDefinitions.name, input.search) : undefined,
    input.agent_type ? eq(agentDefinitions.agentType, input.agent_type) : undefined,
  );
  const pinned = input.agent_definition_id ? [sql`${agentDefinitions.id} = ${input.agent_definition_id} desc`] : [];
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(agentDefinitions).where(where),
    db
      .select()
      .from(agentDefinitions)
      .where(where)
      .orderBy(...pinned, newestFirst(agentDefinitions.createdAt), agentDefinitions.id)
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  const found = await standings(
    db,
    rows.map(({ id }) => id),
  );
  const results = rows.flatMap((row) => {
    const current = found.get(row.id);
    return current ? [presentListed(row, current)] : [];
  });
  return { count: all, page, limit, results };
};

const SHOWN_VERSIONS = 100;

export const getAgentDefinition: Verb<typeof contracts.getAgentDefinition> = async ({ db, caller }, { agent_id }) => {
  const agent = await agentInWorkspace(db, caller, agent_id);
  const current = await standingOf(db, agent);
  const { count: version_count, versions } = await versionPage(db, agent, current, SHOWN_VERSIONS, 0);
  const shown = versions.find(({ id }) => id === current.active.id);
  const active_version =
    shown ?? (await versionPage(db, agent, current, 1, 0, eq(agentVersions.id, current.active.id))).versions[0];
  if (!active_version) throw new Error("the agent has no active version");
  return { ...(await presentAgent(agent, current)), versions, active_version, version_count };
};

export const editAgentDefinition: Verb<typeof contracts.editAgentDefinition> = (context, { agent_id, ...changes }) =>
  inTransaction(context, async (inner) => {
    const { agent, webhookSecret } = await changeAgent(
      inner,
      await lockAgent(inner.db, inner.caller, agent_id),
      changes,
    );
    return {
      message: "Agent definition updated successfully",
      agent: await presentAgent(agent, await standingOf(inner.db, agent)),
      ...once(webhookSecret),
    };
  });

async function remove({ db, caller, now }: Context, ids: readonly string[]) {
  const deletedAt = now();
  const agents = await db
    .update(agentDefinitions)
    .set({ deletedAt })
    .where(and(inWorkspace(agentDefinitions, caller), inArray(agentDefinitions.id, [...ids])))
    .returning({ id: agentDefinitions.id });
  const gone = agents.map(({ id }) => id);
  if (gone.length === 0) return { agents: 0, versions: 0 };
  const versions = await db
    .update(agentVersions)
    .set({ deletedAt })
    .where(and(inArray(agentVersions.agentId, gone), isNull(agentVersions.deletedAt)))
    .returning({ id: agentVersions.id });
  return { agents: agents.length, versions: versions.length };
}

export const deleteAgentDefinition: Verb<typeof contracts.deleteAgentDefinition> = (context, { agent_id }) =>
  inTransaction(context, async (inner) => {
    const { agents } = await remove(inner, [agent_id]);
    if (agents === 0) throw notFound("Agent definition not found.");
    return { message: "Agent definition deleted successfully" };
  });

export const deleteAgentDefinitions: Verb<typeof contracts.deleteAgentDefinitions> = (context, { agent_ids }) =>
  inTransaction(context, async (inner) => {
    const { agents, versions } = await remove(inner, agent_ids);
    return {
      message: `${agents} agent definition(s) deleted successfully`,
      agents_updated: agents,
      versions_updated: versions,
    };
  });
