// What a server needs to do its work, one check each. /readyz asks all of them.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { openingSecrets } from "@/lib/auth/session-secret";
import { variable } from "@/lib/env";
import { usesDevServer } from "@/lib/env/check";
import { inTime } from "@/lib/in-time";
import { assertScripts } from "@/lib/redis/assert-scripts";
import { processRedis } from "@/lib/redis/process";
import { fitOf } from "./sealed";

export const states = ["ok", "no_answer", "not_configured", "does_not_fit"] as const;
export type State = (typeof states)[number];

/** Returns its finding. Throws, or takes too long, if the dependency does not answer. */
export interface Check {
  name: string;
  /** Its name in sentences. */
  title: string;
  ask(db: Database): Promise<Finding>;
}
interface Finding {
  state: State;
  /** What is wrong, and what to do. */
  message?: string;
}

const OK: Finding = { state: "ok" };
const PATIENCE_MS = 2000;

/** Add a check here, and its member to the contract of /readyz. */
export const checks = [
  { name: "database", title: "PostgreSQL", ask: askDatabase },
  { name: "redis", title: "Redis", ask: askRedis },
  { name: "jobs", title: "The job runner", ask: askJobs },
  { name: "secret", title: "AUTH_SECRET", ask: askSecret },
] as const satisfies readonly Check[];

export type Dependency = (typeof checks)[number]["name"];

async function askDatabase(db: Database): Promise<Finding> {
  await db.execute(sql`select 1`);
  return OK;
}

async function askRedis(): Promise<Finding> {
  const redis = processRedis();
  if (!redis)
    return { state: "not_configured", message: "Redis is not configured: set UPSTASH_REDIS_REST_URL and its token." };
  await assertScripts(redis);
  return OK;
}

/** Calls the embedded runner. A remote Inngest takes events by itself, so only its keys can be checked here. */
async function askJobs(): Promise<Finding> {
  const { INNGEST_BASE_URL: url, INNGEST_DEV, INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY } = process.env;
  if (url) {
    // Any answer shows that it runs.
    await (await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) })).body?.cancel();
    return OK;
  }
  if (usesDevServer({ INNGEST_DEV }) || (INNGEST_EVENT_KEY && INNGEST_SIGNING_KEY)) return OK;
  const message = "The job runner is not configured: set INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY.";
  return { state: "not_configured", message };
}

let fitting: string | undefined;

async function askSecret(db: Database): Promise<Finding> {
  const secret = variable("AUTH_SECRET");
  if (!secret) return { state: "not_configured", message: "AUTH_SECRET is not set." };
  // What fits once does so until the process ends.
  if (fitting === secret) return OK;
  const fit = await fitOf(db, openingSecrets());
  if (fit === "fits") fitting = secret;
  if (fit !== "does not fit") return OK;
  const message = "AUTH_SECRET differs from the secret that sealed the credentials in the database.";
  return { state: "does_not_fit", message };
}

export interface Readiness {
  states: Record<Dependency, State>;
  /** What is wrong, a sentence each. */
  problems: string[];
}

export async function readinessOf(db: Database): Promise<Readiness> {
  const found = await Promise.all(checks.map(async (check) => [check.name, await findingOf(check, db)] as const));
  return {
    // Safe because every check adds its field.
    states: Object.fromEntries(found.map(([name, { state }]) => [name, state])) as Record<Dependency, State>,
    problems: found.flatMap(([, { message }]) => message ?? []),
  };
}

const findingOf = ({ title, ask }: Check, db: Database): Promise<Finding> => {
  const noAnswer: Finding = { state: "no_answer", message: `${title} does not answer.` };
  return inTime(
    Promise.resolve()
      .then(() => ask(db))
      .then(
        (finding) => finding,
        () => noAnswer,
      ),
    PATIENCE_MS,
    () => noAnswer,
  );
};
