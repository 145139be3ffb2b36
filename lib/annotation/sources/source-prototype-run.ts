// Runs of prototypes as sources of queues. They belong to no project, so no default queue is theirs.
import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prototypeRuns } from "@/db/schema";
import { isGuid, type Source } from "./source";

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

  async previews(db, organizationId, ids) {
    const rows = await loadRuns(db, organizationId, ids);
    return new Map(
      rows.map((row) => [row.id, { type: "prototype_run", name: row.name, model: row.model, status: row.status }]),
    );
  },

  async contents(db, organizationId, ids) {
    const rows = await loadRuns(db, organizationId, ids);
    return new Map(
      rows.map((row) => {
        const content = {
          type: "prototype_run",
          source_id: row.id,
          run_id: row.id,
          name: row.name,
          model: row.model,
          status: row.status,
          prompt: row.prompt,
          response: row.response,
          input: row.prompt,
          output: row.response,
          created_at: row.createdAt.toISOString(),
        };
        return [row.id, content];
      }),
    );
  },

  async scopes() {
    return new Map();
  },
};
