import type { Database } from "@/db/client";
import { hasRefusedWrite } from "@/db/outages/refused-writes";
import { takesWrites } from "@/db/outages/takes-writes";
import type { PartState, StatusPart } from "@/lib/contracts/names";
import { readinessOf } from "../readiness";
import { partStates } from "./rules/part-states";

export async function currentParts(db: Database): Promise<Record<StatusPart, PartState>> {
  const { states } = await readinessOf(db);
  const { database, redis, jobs, secret } = states;
  return partStates({
    database: database === "ok",
    redis: redis === "ok",
    jobs: jobs === "ok",
    // A database that does not answer says nothing of the secret.
    secret: secret === "ok" || secret === "no_answer",
    takesWrites: !hasRefusedWrite() || (database === "ok" && (await takesWrites(db))),
  });
}
