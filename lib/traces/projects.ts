import { and, count, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { projects } from "@/db/schema";
import { param, sqlStatement } from "@/db/statement";
import { expectedRows } from "@/db/statistics/expected-rows";
import type { Caller, Verb } from "@/lib/context";
import { MAX_EXACT_COUNT } from "@/lib/contracts/limits";
import type * as contracts from "@/lib/contracts/traces/projects";
import { invalidField, notFound } from "@/lib/errors";
import { assertPage, hasText, isNamed, pageRange } from "@/lib/pages";
import { presentProject } from "./present";

/** The project of the product's own calls: of judges, simulated customers and generated scenarios. */
export const INTERNAL_PROJECT = "Evaluations";

type ProjectRow = typeof projects.$inferSelect;

export async function projectInOrganization(db: Database, organizationId: string, id: string): Promise<ProjectRow> {
  const [row] = await db
    .select()
    .from(projects)
    .where(and(eq(projects.id, id), eq(projects.organizationId, organizationId), isNull(projects.deletedAt)));
  if (!row) throw notFound("Project not found.");
  return row;
}

/** The names of projects by id. */
export async function projectNamesOf(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .where(inArray(projects.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The organization and workspace that own a project. */
export type Owner = Pick<Caller, "organizationId" | "workspaceId">;

const findProjects = sqlStatement<{ organization_id: string; name: string; id: string }>(
  () => sql`
    select project.organization_id, project.name, project.id
    from jsonb_to_recordset(${param("wanted")}::jsonb) as wanted (organization_id uuid, name text)
    join projects as project on project.organization_id = wanted.organization_id and project.name = wanted.name`,
);

const makeProjects = sqlStatement(
  () => sql`
    insert into projects (organization_id, workspace_id, name)
    select organization_id, workspace_id, name
    from jsonb_to_recordset(${param("wanted")}::jsonb) as wanted (organization_id uuid, workspace_id uuid, name text)
    on conflict do nothing`,
);

/** The ids of projects by owner and name. Missing ones are created. */
export async function ensureProjects(db: Database, named: readonly { owner: Owner; name: string }[]) {
  const keyOf = (organizationId: string, name: string) => `${organizationId} ${name}`;
  const projectsByKey = new Map(
    named.map(({ owner, name }) => [
      keyOf(owner.organizationId, name),
      { organization_id: owner.organizationId, workspace_id: owner.workspaceId, name },
    ]),
  );
  const ids = new Map<string, string>();
  const load = async () => {
    const rows = await findProjects(db, { wanted: JSON.stringify([...projectsByKey.values()]) });
    for (const row of rows) ids.set(keyOf(row.organization_id, row.name), row.id);
  };
  await load();
  const missing = [...projectsByKey.keys()].filter((key) => !ids.has(key)).sort();
  if (missing.length > 0) {
    await makeProjects(db, { wanted: JSON.stringify(missing.map((key) => projectsByKey.get(key))) });
    await load();
  }
  return (owner: Owner, name: string): string => {
    const id = ids.get(keyOf(owner.organizationId, name));
    if (id === undefined) throw new Error("ensureProjects left a name out");
    return id;
  };
}

export const listProjects: Verb<typeof contracts.listProjects> = async ({ db, caller }, input) => {
  const { page, limit, offset } = pageRange(input);
  const named = input.search ? hasText(projects.name, input.search) : undefined;
  const { all, results } = await projectPage(db, caller, named, limit, offset);
  assertPage(page, limit, all);
  return { count: all, page, limit, results };
};

export const listProjectTable: Verb<typeof contracts.listProjectTable> = async ({ db, caller }, input) => {
  const { name, page_number, page_size } = input;
  const pageOf = (named: SQL | undefined) => projectPage(db, caller, named, page_size, page_number * page_size);
  const exact = name ? await pageOf(isNamed(projects.name, name)) : null;
  const found = exact && exact.all > 0 ? exact : await pageOf(name ? hasText(projects.name, name) : undefined);
  const total_pages = Math.max(1, Math.ceil(found.all / page_size));
  return { metadata: { total_rows: found.all, total_pages }, table: found.results };
};

async function projectPage(db: Database, caller: Caller, named: SQL | undefined, limit: number, offset: number) {
  const where = and(eq(projects.organizationId, caller.organizationId), isNull(projects.deletedAt), named);
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(projects).where(where),
    db
      .select({ project: projects, traces: traceCount })
      .from(projects)
      .where(where)
      .orderBy(desc(projects.createdAt), desc(projects.id))
      .limit(limit)
      .offset(offset),
  ]);
  const results = rows.map(async ({ project, traces }) => {
    const isMore = traces > MAX_EXACT_COUNT;
    const expected = isMore
      ? await expectedRows(db, sql`select from traces where project_id = ${project.id}::uuid`)
      : 0;
    return presentProject(project, Math.max(traces, Math.round(expected)));
  });
  return { all: total?.count ?? 0, results: await Promise.all(results) };
}

// Written out, because in a query of one table Drizzle writes columns without their table. In the order of an index,
// so that a small project does not read the traces of large ones.
const traceCount = sql<number>`(select count(*)::int from (
  select from traces as trace where trace.project_id = projects.id
  order by trace.started_at desc limit ${sql.raw(String(MAX_EXACT_COUNT + 1))}) as newest)`;

export const createProject: Verb<typeof contracts.createProject> = async ({ db, caller }, { name }) => {
  const [row] = await db
    .insert(projects)
    .values({ organizationId: caller.organizationId, workspaceId: caller.workspaceId, name })
    .onConflictDoNothing()
    .returning();
  if (!row) throw invalidField("name", "A project with this name already exists.");
  return presentProject(row, 0);
};
