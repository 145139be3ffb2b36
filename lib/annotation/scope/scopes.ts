// Scopes of default queues: every source belongs to a project, a dataset or an agent definition.
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { agentDefinitions, datasets, projects, queues } from "@/db/schema";
import { notFound } from "@/lib/errors";
import { inOrganization } from "@/lib/owned-rows";

export type ScopeKind = "project" | "dataset" | "agent_definition";

export interface Scope {
  kind: ScopeKind;
  id: string;
}

/** The name of a missing one in messages, and the queue column that refers to it. */
export const scopeKinds = {
  project: { title: "Project", field: "projectId", column: queues.projectId },
  dataset: { title: "Dataset", field: "datasetId", column: queues.datasetId },
  agent_definition: { title: "Agent definition", field: "agentDefinitionId", column: queues.agentDefinitionId },
} as const;

type FindName = (db: Database, organizationId: string, id: string) => Promise<string | undefined>;

const names: Record<ScopeKind, FindName> = {
  async project(db, organizationId, id) {
    const [row] = await db
      .select({ name: projects.name })
      .from(projects)
      .where(and(eq(projects.id, id), eq(projects.organizationId, organizationId)));
    return row?.name;
  },
  async dataset(db, organizationId, id) {
    const [row] = await db
      .select({ name: datasets.name })
      .from(datasets)
      .where(and(eq(datasets.id, id), inOrganization(datasets, organizationId)));
    return row?.name;
  },
  async agent_definition(db, organizationId, id) {
    const { organizationId: home, deletedAt } = agentDefinitions;
    const [row] = await db
      .select({ name: agentDefinitions.name })
      .from(agentDefinitions)
      .where(and(eq(agentDefinitions.id, id), eq(home, organizationId), isNull(deletedAt)));
    return row?.name;
  },
};

/** Throws 404 if the organization has no such project, dataset or agent definition. */
export async function scopeName(db: Database, organizationId: string, { kind, id }: Scope): Promise<string> {
  const name = await names[kind](db, organizationId, id);
  if (name === undefined) throw notFound(`${scopeKinds[kind].title} not found.`);
  return name;
}
