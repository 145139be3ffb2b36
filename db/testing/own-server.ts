// A PostgreSQL server of a suite's own, for what must not happen to the one that all suites share.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startPostgres } from "@/lib/embedded/postgres";

export interface OwnServer {
  url: string;
  /** Ends the server as an administrator would, "SIGINT", or in a hurry, "SIGQUIT"; returns when it is back at its address. */
  restart(signal: "SIGINT" | "SIGQUIT"): Promise<void>;
  stop(): Promise<void>;
}

/** Starts an empty server in `parent`, or in the system's folder for temporary files. */
export async function startOwnServer(parent = tmpdir()): Promise<OwnServer> {
  const directory = await mkdtemp(join(parent, "assay-server-"));
  const server = await startPostgres({ directory });
  // Of the file's lines, the first is the server's process and the eighth its state.
  const lines = () =>
    readFile(join(directory, "cluster", "postmaster.pid"), "utf8").then(
      (text) => text.split("\n"),
      () => [],
    );
  return {
    url: server.url,
    async restart(signal) {
      const [before] = await lines();
      process.kill(Number(before), signal);
      for (;;) {
        const [pid, , , , , , , state] = await lines();
        if (pid !== before && state?.trim() === "ready") return;
        await wait(20);
      }
    },
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
