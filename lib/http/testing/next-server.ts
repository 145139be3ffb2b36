// Next's own server with the project's build, like a hosted deployment.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "@/lib/embedded/postgres/server";

export interface NextServer {
  url: string;
  pid: number;
  close(): Promise<void>;
}

const root = join(import.meta.dirname, "../../..");
const START_PATIENCE_MS = 60_000;

/** Whether the last build has the API's route files. */
export const isBuilt = (): boolean => existsSync(join(root, ".next/server/app/health/route.js"));

/** Starts it on a free port. It needs a build: `npm test` makes it first. `inherited` is in place of this process's environment. */
export async function startNext(
  environment: Record<string, string>,
  inherited: Readonly<Record<string, string | undefined>> = process.env,
): Promise<NextServer> {
  if (!isBuilt()) throw new Error("No build found. Run `npm test -- build` first.");
  const port = await freePort();
  const program = join(root, "node_modules/next/dist/bin/next");
  const child = spawn(process.execPath, [program, "start", "-p", String(port), "-H", "127.0.0.1"], {
    cwd: root,
    env: { ...inherited, ...environment, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  await until(() =>
    fetch(`${url}/health/`).then(
      (response) => response.ok,
      () => false,
    ),
  );
  return {
    url,
    pid: child.pid ?? 0,
    async close() {
      const closed = once(child, "exit");
      child.kill("SIGTERM");
      await closed;
    },
  };
}

async function until(isReady: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + START_PATIENCE_MS;
  while (!(await isReady())) {
    if (Date.now() > end) throw new Error("The server did not start in time.");
    await wait(100);
  }
}
