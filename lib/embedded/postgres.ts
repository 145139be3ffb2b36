import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { whenAborted } from "@/lib/rejections";
import { StartupError } from "@/lib/startup-error";
import { LockHeld, takeLock } from "./lock";
import { findBinaries } from "./postgres/binaries";
import { clusterIn, prepareCluster, prepareDirectory, user } from "./postgres/cluster";
import { explain } from "./postgres/explain";
import { findLauncher } from "./postgres/launcher";
import { type Installation, launchServer, type Server, stopServer } from "./postgres/server";

export interface EmbeddedPostgres {
  url: string;
  stop(): Promise<void>;
}

interface PostgresOptions {
  /** Holds the cluster, its password and the server's log; made on first use. */
  directory: string;
  /** False for data that is thrown away: commits then do not wait for the disk. */
  durable?: boolean;
  /** Receives events after the start: an unexpected end and its consequence. */
  log?: (line: string) => void;
}

/**
 * A PostgreSQL server on the loopback interface that lives as long as this process, or until `stop`.
 * Should it die by itself it is started again on the same port. Throws StartupError when it cannot run.
 */
export async function startPostgres({
  directory,
  durable = true,
  log = () => undefined,
}: PostgresOptions): Promise<EmbeddedPostgres> {
  const path = resolve(directory);
  await prepareDirectory(path);
  const release = await lock(path);
  try {
    const [binaries, launcher] = await Promise.all([findBinaries(), findLauncher()]);
    const password = await prepareCluster(path, binaries, launcher);
    const installation = { directory: path, binaries, launcher, durable };
    const server = await launchServer(installation);
    const stop = keepRunning(installation, server, log);
    return {
      url: `postgres://${user}:${password}@127.0.0.1:${server.port}/postgres`,
      stop: () => stop().finally(release),
    };
  } catch (error) {
    release();
    throw error instanceof StartupError ? error : explain("", path, error);
  }
}

async function lock(directory: string): Promise<() => void> {
  try {
    return await takeLock(join(directory, "lock"));
  } catch (error) {
    if (!(error instanceof LockHeld)) throw explain("", directory, error);
    throw new StartupError(
      `Another Assay (process ${error.pid}) is already running PostgreSQL on ${clusterIn(directory)}.`,
      {
        cause: error,
      },
    );
  }
}

/** Replaces the server whenever it ends unasked; returns the function that ends it for good. */
function keepRunning(installation: Installation, first: Server, log: (line: string) => void): () => Promise<void> {
  const stopping = new AbortController();
  let server = first;
  let restart: Promise<void> = Promise.resolve();

  const watch = (): void => {
    server.child.once("exit", (code, signal) => {
      if (stopping.signal.aborted) return;
      log(`PostgreSQL ended unexpectedly (${signal ?? `code ${code}`}); starting it again.`);
      restart = replace();
    });
  };

  const replace = async (): Promise<void> => {
    for (let delayMs = 250; !stopping.signal.aborted; delayMs = Math.min(delayMs * 2, 30_000)) {
      try {
        server = await launchServer(installation, server.port);
        watch();
        log("PostgreSQL is running again.");
        return;
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
        await wait(delayMs, undefined, { signal: stopping.signal }).catch(whenAborted(() => undefined));
      }
    }
  };

  watch();
  return async () => {
    stopping.abort();
    await restart;
    await stopServer(server, installation.binaries);
  };
}
