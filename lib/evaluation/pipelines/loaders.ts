// The only ways to load pipelines and their projects: each names the organization that they must belong to.
import { and, desc, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalPipelines, projects } from "@/db/schema";
import { invalidField } from "@/lib/errors";

export type ProjectRow = Pick<typeof projects.$inferSelect, "id" | "name">;
export type PipelineRow = typeof evalPipelines.$inferSelect;

const named = (organizationId: string, name: string) =>
  and(eq(projects.organizationId, organizationId), eq(projects.name, name));

/** Throws a 400 if there is none. */
export async function projectByName(db: Database, organizationId: string, name: string): Promise<ProjectRow> {
  const [project] = await db
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .where(named(organizationId, name));
  if (!project) throw noProject(name);
  return project;
}

/** The same, locked until the transaction ends: versions of a project take turns. */
export async function lockProjectByName(db: Database, organizationId: string, name: string): Promise<ProjectRow> {
  const [project] = await db
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .where(named(organizationId, name))
    .for("update");
  if (!project) throw noProject(name);
  return project;
}

const noProject = (name: string) => invalidField("project_name", `There is no project named "${name}".`);

/** The newest pipeline of each version, in the order of the versions. Throws a 400 for a version without one. */
export async function newestOfVersions(
  db: Database,
  organizationId: string,
  project: ProjectRow,
  versions: readonly string[],
): Promise<PipelineRow[]> {
  const rows = await db
    .selectDistinctOn([evalPipelines.version])
    .from(evalPipelines)
    .where(
      and(
        eq(evalPipelines.organizationId, organizationId),
        eq(evalPipelines.projectId, project.id),
        inArray(evalPipelines.version, [...versions]),
      ),
    )
    .orderBy(evalPipelines.version, desc(evalPipelines.createdAt));
  const byVersion = new Map(rows.map((row) => [row.version, row]));
  return versions.map((version) => {
    const row = byVersion.get(version);
    if (!row) throw invalidField("versions", `The version "${version}" of ${project.name} was not evaluated.`);
    return row;
  });
}
