// Portkey's gateway, as a contestant.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProgram } from "../processes/server-process";
import { type Contestant, chatAt, freePort } from "./contestants";
import { PROVIDER_KEY } from "./conversation";

const PORTKEY = "1.15.2";
/** What Portkey's repository has locked; with the newest, which npm would take, each of its streams fails (immutable headers). */
const PORTKEYS_SERVER = "1.13.5";

/**
 * Portkey's gateway, installed into the system's temporary folder and kept there: it brings 95 packages and a script that
 * runs when it is installed, and who installs Assay needs none of them. Throws when npm cannot get it.
 */
export async function startPortkey(provider: string): Promise<Contestant> {
  const folder = join(tmpdir(), `assay-bench-portkey-${PORTKEY}`);
  const program = join(folder, "node_modules", "@portkey-ai", "gateway", "build", "start-server.js");
  if (!existsSync(program)) await installPortkey(folder);
  const port = await freePort();
  const server = await startProgram([program, `--port=${port}`, "--headless"], {}, /Ready/);
  const headers = {
    authorization: `Bearer ${PROVIDER_KEY}`,
    "x-portkey-provider": "openai",
    "x-portkey-custom-host": `${provider}/v1`,
  };
  return { ...server, url: chatAt(`http://127.0.0.1:${port}`), headers };
}

async function installPortkey(folder: string): Promise<void> {
  const dependencies = { "@portkey-ai/gateway": PORTKEY };
  const overrides = { "@hono/node-server": PORTKEYS_SERVER };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, dependencies, overrides }));
  const npm = spawn("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(npm, "exit");
  if (code !== 0) throw new Error(`npm install @portkey-ai/gateway@${PORTKEY} ended with ${code}`);
}
