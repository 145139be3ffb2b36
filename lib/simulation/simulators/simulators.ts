import { and, count, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { simulatorAgents } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type { SimulatorSettings } from "@/lib/contracts/simulation/simulator";
import type * as contracts from "@/lib/contracts/simulation/simulators";
import { notFound } from "@/lib/errors";
import { inWorkspace, type Workspace } from "@/lib/owned-rows";
import { assertPage, hasText, newestFirst, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";

type SimulatorRow = typeof simulatorAgents.$inferSelect;

const presentSimulator = ({ id, name, prompt, settings, organizationId, createdAt, updatedAt }: SimulatorRow) => ({
  id,
  name,
  prompt,
  ...settings,
  organization: organizationId,
  logo_url: null,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});

async function simulatorInWorkspace(db: Database, workspace: Workspace, id: string): Promise<SimulatorRow> {
  const [row] = await db
    .select()
    .from(simulatorAgents)
    .where(and(inWorkspace(simulatorAgents, workspace), eq(simulatorAgents.id, id)));
  if (!row) throw notFound("Simulator agent not found.");
  return row;
}

export const listSimulatorAgents: Verb<typeof contracts.listSimulatorAgents> = async ({ db, caller }, input) => {
  const { page, limit, offset } = pageRange(input);
  const where = and(
    inWorkspace(simulatorAgents, caller),
    input.search ? hasText(simulatorAgents.name, input.search) : undefined,
  );
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(simulatorAgents).where(where),
    db
      .select()
      .from(simulatorAgents)
      .where(where)
      .orderBy(newestFirst(simulatorAgents.createdAt), simulatorAgents.id)
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  return { count: all, page, limit, results: rows.map(presentSimulator) };
};

export const createSimulatorAgent: Verb<typeof contracts.createSimulatorAgent> = async (
  { db, caller },
  { name, prompt, ...settings },
) => {
  const { organizationId, workspaceId, userId } = caller;
  const [row] = await db
    .insert(simulatorAgents)
    .values({ organizationId, workspaceId, name, prompt, settings, createdBy: userId })
    .returning();
  if (!row) throw new Error("the simulator agent was not stored");
  return { message: "Simulator agent created successfully", simulator_agent: presentSimulator(row) };
};

export const getSimulatorAgent: Verb<typeof contracts.getSimulatorAgent> = async ({ db, caller }, { simulator_id }) =>
  presentSimulator(await simulatorInWorkspace(db, caller, simulator_id));

export const editSimulatorAgent: Verb<typeof contracts.editSimulatorAgent> = (
  context,
  { simulator_id, name, prompt, ...fields },
) =>
  inTransaction(context, async ({ db, caller }) => {
    const [before] = await db
      .select()
      .from(simulatorAgents)
      .where(and(inWorkspace(simulatorAgents, caller), eq(simulatorAgents.id, simulator_id)))
      .for("update");
    if (!before) throw notFound("Simulator agent not found.");
    const names = Object.keys(before.settings) as (keyof SimulatorSettings)[]; // safe: it has no other names
    const settings = {
      ...before.settings,
      ...Object.fromEntries(names.flatMap((one) => (fields[one] === undefined ? [] : [[one, fields[one]]]))),
    };
    const [row] = await db
      .update(simulatorAgents)
      .set({ name: name ?? before.name, prompt: prompt ?? before.prompt, settings, updatedAt: sql`clock_timestamp()` })
      .where(eq(simulatorAgents.id, before.id))
      .returning();
    return { message: "Simulator agent updated successfully", simulator_agent: presentSimulator(row ?? before) };
  });

export const deleteSimulatorAgent: Verb<typeof contracts.deleteSimulatorAgent> = async (
  { db, caller, now },
  { simulator_id },
) => {
  const [gone] = await db
    .update(simulatorAgents)
    .set({ deletedAt: now() })
    .where(and(inWorkspace(simulatorAgents, caller), eq(simulatorAgents.id, simulator_id)))
    .returning({ id: simulatorAgents.id });
  if (!gone) throw notFound("Simulator agent not found.");
  return { message: "Simulator agent deleted successfully" };
};
