// A person deletes a trace, a session, or a project.

import { and, eq, sql } from "drizzle-orm";
import { erasures, projects } from "@/db/schema";
import { recordAct } from "@/lib/audit/record";
import { isSameText } from "@/lib/bounds/normal-form";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/traces/erasure";
import { invalidField } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { sessionInOrganization } from "../one-session";
import { projectInOrganization } from "../projects";
import { traceInOrganization } from "../traces";
import { eraseTraces } from "./erase-traces";

export const deleteTrace: Verb<typeof contracts.deleteTrace> = async (context, { trace_id }) => {
  const { organizationId } = context.caller;
  const trace = await traceInOrganization(context.db, organizationId, trace_id);
  await inTransaction(context, async (inner) => {
    await eraseTraces(inner.db, organizationId, sql`id = ${trace.id}::uuid`);
    await recordAct(inner, { targetId: trace.id, after: { project: trace.projectName } });
  });
  return { deleted: true };
};

/** Some traces in a transaction each. The entry in the audit log comes first: what follows can be repeated. */
export const deleteSession: Verb<typeof contracts.deleteSession> = async (context, { session_id }) => {
  const { organizationId } = context.caller;
  const { session, project } = await sessionInOrganization(context.db, organizationId, session_id);
  await recordAct(context, { targetId: session.id, after: { project } });
  const own = sql`session_id = ${session.id}::uuid`;
  while ((await inTransaction(context, ({ db }) => eraseTraces(db, organizationId, own))) > 0);
  await context.db.execute(sql`
    delete from trace_sessions as session where id = ${session.id}::uuid
      and not exists (select from traces as trace where trace.session_id = session.id)`);
  return { deleted: true };
};

export const deleteProject: Verb<typeof contracts.deleteProject> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller, now, emit } = inner;
    const { organizationId } = caller;
    const project = await projectInOrganization(db, organizationId, input.project_id);
    if (!isSameText(project.name, input.name)) throw invalidField("name", "This is not the project's name.");
    await db
      .update(projects)
      .set({ name: `Deleted project ${project.id}`, deletedAt: now() })
      .where(and(eq(projects.id, project.id), eq(projects.organizationId, organizationId)));
    const [erasure] = await db
      .insert(erasures)
      .values({ organizationId, kind: "project", targetId: project.id, lastProgressAt: now() })
      .returning();
    if (!erasure) throw new Error("the erasure was not stored");
    await recordAct(inner, { targetId: project.id, targetName: project.name });
    const data = { erasureId: erasure.id, organizationId };
    await emit({ id: `erasure-${erasure.id}`, name: "erasure/requested", data });
    return { deleted: true as const, erasure_id: erasure.id };
  });
