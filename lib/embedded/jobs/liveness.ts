// Which worker pools are alive. A pool holds an advisory lock for as long as it lives, on a connection of its own:
// a pool whose lock is free has died, and the jobs it had begun may be taken up again.
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { logIgnored } from "@/lib/error-report";

/** First key of every advisory lock here; an arbitrary number that sets them apart from other users of the database. */
const lockFamily = 1_784_250_613;
const startLock = 0;
const reconnectMs = 500;

export interface Liveness {
  end(): Promise<void>;
}

/** Connects and takes the start lock: one driver at a time migrates, recovers and takes its place. */
export async function lockStart(databaseUrl: string): Promise<Client> {
  const client = await connect(databaseUrl);
  try {
    await client.query("select pg_advisory_lock($1, $2)", [lockFamily, startLock]);
    return client;
  } catch (error) {
    await client.end().catch(logIgnored("close a connection of the jobs"));
    throw error;
  }
}

/** Runs `work` on a connection that holds the start lock. */
export async function whileStarting<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await lockStart(databaseUrl);
  try {
    return await work(client);
  } finally {
    await client.end().catch(logIgnored("close a connection of the jobs"));
  }
}

/** Marks the pool as alive until `end`, across lost connections; first on the connection that `lockStart` has made. */
export async function stayAlive(databaseUrl: string, poolId: string, starting: Client): Promise<Liveness> {
  let ended = false;
  let current = starting;
  const lock = (client: Client) => client.query("select pg_advisory_lock($1, hashtext($2))", [lockFamily, poolId]);
  const keep = (client: Client): void => {
    current = client;
    client.once("end", () => void reconnect());
  };
  const reconnectOnce = async (): Promise<void> => {
    const client = await connect(databaseUrl);
    await lock(client);
    if (ended) await client.end();
    else keep(client);
  };
  const reconnect = async (): Promise<void> => {
    let connected = false;
    while (!ended && !connected) {
      await delay(reconnectMs);
      if (!ended)
        connected = await reconnectOnce().then(
          () => true,
          () => false,
        );
    }
  };
  await lock(starting);
  await starting.query("select pg_advisory_unlock($1, $2)", [lockFamily, startLock]);
  keep(starting);
  return {
    async end() {
      ended = true;
      await current.end().catch(logIgnored("close a connection of the jobs"));
    },
  };
}

async function connect(databaseUrl: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl });
  client.on("error", () => undefined); // the query under way rejects with the same error
  await client.connect();
  return client;
}

/** The pools that have begun jobs and are dead. Those in `own` are this process's, whatever their lock says. */
export async function deadPools(client: Client, own: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await client.query<{ pool: string }>(
    "select distinct locked_by as pool from graphile_worker.jobs where locked_by is not null",
  );
  const dead: string[] = [];
  for (const { pool } of rows) {
    if (own.has(pool)) continue;
    const { rows: attempts } = await client.query<{ free: boolean }>(
      "select pg_try_advisory_lock_shared($1, hashtext($2)) as free",
      [lockFamily, pool],
    );
    if (attempts[0]?.free) dead.push(pool);
  }
  return dead;
}

export async function releaseJobsOf(client: Client, pools: string[]): Promise<void> {
  if (pools.length > 0) await client.query("select graphile_worker.force_unlock_workers($1)", [pools]);
}
