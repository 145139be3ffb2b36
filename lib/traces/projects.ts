import { and, count, desc, eq, ilike, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { projects } from "@/db/schema";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/traces/projects";
import { invalidField, notFound } from "@/lib/errors";
import { assertPage, contains, pageRange } from "@/lib/pages";
import { presentProject } from "./present";

export type ProjectRow = typeof projects.$inferSelect;

export async function projectInOrganization(db: Database, organizationId: string, id: string): Promise<ProjectRow> {
  const [row] = await db
    .select()
    .from(projects)
    .where(and(eq(projects.id, id), eq(projects.organizationId, organizationId)));
  if (!row) throw notFound("Project not found.");
  return row;
}

/** Whose a project is. */
export type Owner = Pick<Caller, "organizationId" | "workspaceId">;

/** The ids of the organization's projects by name; those that it has not got yet are made. */
export async function ensureProjects(db: Database, owner: Owner, names: readonly string[]) {
  const { organizationId, workspaceId } = owner;
  const wanted = [...new Set(names)].sort();
  const ids = new Map<string, string>();
  const load = async () => {
    const rows = await db
      .select({ id: projects.id, name: projects.name })
      .from(projects)
      .where(and(eq(projects.organizationId, organizationId), inArray(projects.name, wanted)));
    for (const row of rows) ids.set(row.name, row.id);
  };
  await load();
  const missing = wanted.filter((name) => !ids.has(name));
  if (missing.length > 0) {
    await db
      .insert(projects)
      .values(missing.map((name) => ({ organizationId, workspaceId, name })))
      .onConflictDoNothing();
    await load();
  }
  return (name: string): string => {
    const id = ids.get(name);
    if (id === undefined) throw new Error("ensureProjects left a name out");
    return id;
  };
}

export const listProjects: Verb<typeof contracts.listProjects> = async ({ db, caller }, input) => {
  const { page, limit, offset } = pageRange(input);
  const where = and(
    eq(projects.organizationId, caller.organizationId),
    input.search ? ilike(projects.name, contains(input.search)) : undefined,
  );
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(projects).where(where),
    db
      .select({ project: projects, traces: traceCount })
      .from(projects)
      .where(where)
      .orderBy(desc(projects.createdAt), projects.id)
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  return { count: all, page, limit, results: rows.map((row) => presentProject(row.project, row.traces)) };
};

// Named outright: in a query of one table, a column is written without its table.
const traceCount = sql<number>`(select count(*)::int from traces as trace where trace.project_id = projects.id)`;

export const createProject: Verb<typeof contracts.createProject> = async ({ db, caller }, { name }) => {
  const [row] = await db
    .insert(projects)
    .values({ organizationId: caller.organizationId, workspaceId: caller.workspaceId, name })
    .onConflictDoNothing()
    .returning();
  if (!row) throw invalidField("name", "A project with this name already exists.");
  return presentProject(row, 0);
};
