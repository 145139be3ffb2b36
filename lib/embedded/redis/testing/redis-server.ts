// A real Redis for the tests that compare with one; machines without `redis-server` skip those.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

export const hasRedisServer = spawnSync("redis-server", ["--version"]).status === 0;
export const skippedBecause = hasRedisServer ? "" : " (skipped: no redis-server on PATH)";

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  if (address === null || typeof address === "string") throw new Error("No free port.");
  probe.close();
  await once(probe, "close");
  return address.port;
}

/** Starts an empty Redis that keeps nothing on disk. */
export async function startRedisServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const child = spawn("redis-server", [
    "--port",
    String(port),
    "--bind",
    "127.0.0.1",
    "--save",
    "",
    "--appendonly",
    "no",
  ]);
  const exited = once(child, "exit");
  let log = "";
  for await (const chunk of child.stdout) {
    log += chunk;
    if (log.includes("Ready to accept connections")) break;
  }
  if (!log.includes("Ready to accept connections")) throw new Error(`redis-server did not start: ${log}`);
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      child.kill();
      await exited;
    },
  };
}
