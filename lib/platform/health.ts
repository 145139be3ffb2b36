import { sql } from "drizzle-orm";
import { takesWrites } from "@/db/takes-writes";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/platform";
import { Failure, writesRefused } from "@/lib/errors";
import { inTime } from "@/lib/in-time";
import { assertScripts } from "@/lib/redis/assert-scripts";
import { processRedis } from "@/lib/redis/process";

export const health: Verb<typeof contracts.health> = async ({ db }) => {
  await db.execute(sql`select 1`);
  if (!(await takesWrites(db))) throw writesRefused();
  return { status: "ok", database: "ok" };
};

export const livez: Verb<typeof contracts.livez> = async () => ({ status: "ok" });
export const healthz: Verb<typeof contracts.healthz> = livez;

const PATIENCE_MS = 2000;

export const readyz: Verb<typeof contracts.readyz> = async ({ db }) => {
  const redis = processRedis();
  const [database, store] = await Promise.all([
    answers(() => db.execute(sql`select 1`)),
    answers(async () => redis && assertScripts(redis)),
  ]);
  if (database && store) return { status: "ready", database: "ok", redis: redis ? "ok" : "none" };
  const away = [...(database ? [] : ["PostgreSQL"]), ...(store ? [] : ["Redis"])].join(" and ");
  throw new Failure("unavailable", `Not answering: ${away}.`, { code: "not_ready", retryAfterSeconds: 2 });
};

const answers = (ask: () => PromiseLike<unknown>): Promise<boolean> =>
  inTime(
    Promise.resolve(ask()).then(
      () => true,
      () => false,
    ),
    PATIENCE_MS,
    () => false,
  );
