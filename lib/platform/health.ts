import { sql } from "drizzle-orm";
import { takesWrites } from "@/db/outages/takes-writes";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/platform";
import { Failure, writesRefused } from "@/lib/errors";
import { VERSION } from "@/lib/version";
import { readinessOf } from "./readiness";

export const health: Verb<typeof contracts.health> = async ({ db }) => {
  await db.execute(sql`select 1`);
  if (!(await takesWrites(db))) throw writesRefused();
  return { status: "ok", database: "ok", version: VERSION };
};

export const livez: Verb<typeof contracts.livez> = async () => ({ status: "ok" });
export const healthz: Verb<typeof contracts.healthz> = livez;

export const readyz: Verb<typeof contracts.readyz> = async ({ db }) => {
  const { states, problems } = await readinessOf(db);
  if (problems.length === 0) return { status: "ready", ...states };
  throw new Failure("unavailable", problems.join(" "), {
    code: "not_ready",
    facts: { dependencies: states },
    retryAfterSeconds: 2,
  });
};
