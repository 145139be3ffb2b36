// PgBouncer in transaction mode before a PostgreSQL server, for the suites that run behind it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "@/lib/embedded/postgres/server";

const SESSIONS = 20;

export interface Pooler {
  url: string;
  stop(): Promise<void>;
}

/** Starts PgBouncer on a free port, before whatever databases the server has. Rejects where it is not installed. */
export async function startPooler(databaseUrl: string): Promise<Pooler> {
  const { port, username, password } = new URL(databaseUrl);
  const directory = await mkdtemp(join(tmpdir(), "assay-pooler-"));
  const own = await freePort();
  const settings = [
    "[databases]",
    `* = host=127.0.0.1 port=${port} user=${username} password=${password}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${own}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    "max_client_conn = 1000",
    `default_pool_size = ${SESSIONS}`,
    // It refuses to run as root.
    ...(process.getuid?.() === 0 ? ["user = nobody"] : []),
  ];
  const file = join(directory, "pgbouncer.ini");
  await writeFile(file, `${settings.join("\n")}\n`);
  // Debian puts it where only root looks.
  const PATH = [process.env.PATH, "/usr/sbin"].join(delimiter);
  const child = spawn("pgbouncer", ["--quiet", file], { stdio: "ignore", env: { ...process.env, PATH } });
  const ended = once(child, "exit");
  await Promise.race([listening(own), ended.then(([code]) => Promise.reject(new Error(`pgbouncer ended: ${code}`)))]);
  return {
    url: Object.assign(new URL(databaseUrl), { port: String(own) }).href,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function listening(port: number): Promise<void> {
  while (!(await answers(port))) await wait(20);
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
