// Prototype runs as queue sources. They belong to no project, so they have no default queue.
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prototypeRuns } from "@/db/schema";
import { wireTime } from "@/db/wire-time";
import { guidOf, isGuid, type Source, type SourcePlace } from "./source";

const runAt = (source: SourcePlace): SQL =>
  sql`from prototype_runs as run where run.id = ${guidOf(source)} and run.organization_id = ${source.organizationId}`;

const loadRuns = (db: Database, organizationId: string, ids: string[]) =>
  db
    .select()
    .from(prototypeRuns)
    .where(and(inArray(prototypeRuns.id, ids.filter(isGuid)), eq(prototypeRuns.organizationId, organizationId)));

export const prototypeRun: Source = {
  async existing(db, organizationId, ids) {
    const rows = await loadRuns(db, organizationId, ids);
    return new Set(rows.map((row) => row.id));
  },

  preview: (source) => sql`(
    select json_build_object('type', 'prototype_run', 'name', run.name, 'model', run.model, 'status', run.status)
    ${runAt(source)})`,

  content: (source) => sql`(
    select json_build_object('type', 'prototype_run', 'source_id', run.id, 'run_id', run.id, 'name', run.name,
      'model', run.model, 'status', run.status, 'prompt', run.prompt, 'response', run.response, 'input', run.prompt,
      'output', run.response, 'created_at', ${wireTime("run.created_at")})
    ${runAt(source)})`,

  async scopes() {
    return new Map();
  },
};
