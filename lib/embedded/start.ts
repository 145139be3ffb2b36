// Gives the process a Postgres, a Redis and a job runner: real ones where the environment names them, else embedded ones.
import { join } from "node:path";
import { readAddress } from "@/db/address";
import { type Environment, env } from "@/lib/env";
import { usesDevServer } from "@/lib/env/check";
import { namespaceOf } from "@/lib/redis/namespace";
import { provideRedis } from "@/lib/redis/process";
import { redisOver } from "@/lib/redis/redis";
import { restRequester } from "@/lib/redis/rest";
import { StartupError } from "@/lib/startup-error";
import { assertUpstash, describeAddress, reachDatabase, reachScripts } from "./reachable";
import type { StopStack } from "./stop-stack";

interface EmbeddedOptions {
  environment: Environment;
  dataDirectory: string;
  /** Stops what was started, also when a later step fails. */
  stops: StopStack;
  /** One line a service, saying which is in use. */
  log: (line: string) => void;
  /** Makes the database ready, or refuses it: jobs left from an earlier run begin as soon as the runner starts. */
  prepare: (databaseUrl: string) => Promise<void>;
}

/** Starts missing services and writes their addresses into `process.env`. Throws StartupError if a configured one is unreachable. */
export async function startEmbedded({
  environment,
  dataDirectory,
  stops,
  log,
  prepare,
}: EmbeddedOptions): Promise<void> {
  const { url, direct } = await startDatabase(environment, dataDirectory, stops, log);
  process.env.DATABASE_URL = url;
  await prepare(direct);
  await startLimits(environment, stops, log);
  await startFunctions(environment, direct, stops, log);
}

const usesInngest = (environment: Environment): boolean =>
  environment.INNGEST_EVENT_KEY !== undefined || usesDevServer(environment);

/** `direct` is PostgreSQL's own address where one is known: sessions that last, for the jobs' locks and their LISTEN. */
interface DatabaseAddresses {
  url: string;
  direct: string;
}

async function startDatabase(
  environment: Environment,
  dataDirectory: string,
  stops: StopStack,
  log: (line: string) => void,
): Promise<DatabaseAddresses> {
  const { DATABASE_URL } = environment;
  if (DATABASE_URL !== undefined) {
    const url = await reachDatabase("DATABASE_URL", DATABASE_URL);
    const direct = await directAddress(environment, url);
    const way = readAddress(url).isShared ? ", through a pooler in transaction mode" : "";
    log(`PostgreSQL: ${describeAddress(DATABASE_URL)} (DATABASE_URL${way})`);
    return { url, direct };
  }
  const { startPostgres } = await import("./postgres");
  const directory = join(dataDirectory, "postgres");
  const server = await startPostgres({ directory, log });
  stops.push(server.stop);
  log(`PostgreSQL: embedded, data in ${directory}`);
  return { url: server.url, direct: server.url };
}

async function directAddress(environment: Environment, url: string): Promise<string> {
  const { DATABASE_DIRECT_URL } = environment;
  if (DATABASE_DIRECT_URL === undefined) {
    if (!readAddress(url).isShared || usesInngest(environment)) return readAddress(url).url;
    throw new StartupError(
      "DATABASE_URL is a pooler in transaction mode, which the embedded jobs cannot use: " +
        "also set DATABASE_DIRECT_URL to PostgreSQL's own address.",
    );
  }
  const direct = readAddress(await reachDatabase("DATABASE_DIRECT_URL", DATABASE_DIRECT_URL));
  if (!direct.isShared) return direct.url;
  throw new StartupError("DATABASE_DIRECT_URL is a pooler in transaction mode. It must be PostgreSQL's own address.");
}

async function startLimits(environment: Environment, stops: StopStack, log: (line: string) => void): Promise<void> {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token, REDIS_URL: redisUrl } = environment;
  if (url !== undefined && token !== undefined) {
    await assertUpstash(url, token);
    await reachScripts("UPSTASH_REDIS_REST_URL", url, redisOver(restRequester({ url, token })));
    log(`Redis: ${describeAddress(url)} (UPSTASH_REDIS_REST_URL)`);
    return;
  }
  const { startRedis } = await import("./redis/start");
  const server = await startRedis({ redisUrl, namespace: namespaceOf(env()) }).catch((error: unknown) => {
    if (redisUrl === undefined) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`REDIS_URL: ${describeAddress(redisUrl)} cannot be reached (${reason}).`, { cause: error });
  });
  stops.push(server.stop);
  if (redisUrl !== undefined) await reachScripts("REDIS_URL", redisUrl, server.redis);
  provideRedis(server.redis, server.shared);
  // For the screens' process and for workers.
  process.env.UPSTASH_REDIS_REST_URL = server.url;
  process.env.UPSTASH_REDIS_REST_TOKEN = server.token;
  log(redisUrl === undefined ? "Redis: embedded, in memory" : `Redis: ${describeAddress(redisUrl)} (REDIS_URL)`);
}

async function startFunctions(
  environment: Environment,
  databaseUrl: string,
  stops: StopStack,
  log: (line: string) => void,
): Promise<void> {
  if (usesInngest(environment)) {
    log(`Jobs: Inngest (${usesDevServer(environment) ? "INNGEST_DEV" : "INNGEST_EVENT_KEY"})`);
    return;
  }
  const { startJobs } = await import("./jobs/start");
  const jobs = await startJobs({ databaseUrl });
  stops.push(jobs.stop);
  process.env.INNGEST_BASE_URL = jobs.url;
  process.env.INNGEST_EVENT_KEY = jobs.eventKey;
  process.env.INNGEST_SIGNING_KEY = jobs.signingKey;
  // Any value that counts as true would make the SDK take unsigned calls.
  delete process.env.INNGEST_DEV;
  log("Jobs: embedded, queued in PostgreSQL");
}
