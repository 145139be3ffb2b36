// The data that a step of an execution starts from.
import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { agentVersions, runTests, type SealedSecrets, testExecutions } from "@/db/schema";
import { runSettings } from "@/lib/contracts/simulation/call-parts";
import { inOrganization } from "@/lib/owned-rows";
import { openSecrets } from "../../agents/secrets";
import type { Agent } from "../../conversation/agent";
import type { ExecutionRow } from "../loaders";
import { targetOf } from "./run-context";

const ofOrganization = (organizationId: string, id: string) =>
  and(eq(testExecutions.id, id), inOrganization(testExecutions, organizationId));

const withSettings = (row: ExecutionRow): ExecutionRow => ({ ...row, settings: runSettings.parse(row.settings) });

export async function loadExecution(db: Database, organizationId: string, id: string): Promise<ExecutionRow | null> {
  const [row] = await db.select().from(testExecutions).where(ofOrganization(organizationId, id));
  return row ? withSettings(row) : null;
}

/** With the secrets of its agent's version and its run test's name. Also a deleted one: its phone calls must hang up. */
export async function loadPlayed(db: Database, organizationId: string, id: string) {
  const isVersion = and(
    eq(agentVersions.id, testExecutions.agentVersionId),
    eq(agentVersions.organizationId, testExecutions.organizationId),
  );
  const [row] = await db
    .select({ execution: testExecutions, secrets: agentVersions.secrets, runName: runTests.name })
    .from(testExecutions)
    .leftJoin(agentVersions, isVersion)
    .leftJoin(runTests, eq(runTests.id, testExecutions.runTestId))
    .where(and(eq(testExecutions.id, id), eq(testExecutions.organizationId, organizationId)));
  return row ? { ...row, execution: withSettings(row.execution) } : null;
}

/** The pinned version's agent, with its separately stored secrets. */
export async function agentOf(execution: ExecutionRow, secrets: SealedSecrets | null): Promise<Agent | null> {
  const target = targetOf(execution);
  if (execution.driver === "client" || target === null || target.type === "client") return null;
  const { name, snapshot } = execution.pinned.agent;
  const description = typeof snapshot.description === "string" ? snapshot.description : "";
  return { name, description, target, secrets: secrets ? await openSecrets(secrets) : {} };
}
