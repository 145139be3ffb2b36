// Next runs in its own process, so that the screens' use of memory and time, or their crash, does not affect the API.
import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { screensVariables } from "@/lib/env/child";
import { type KeptProcess, keepRunning } from "../keep-running";

export interface ScreensOptions {
  dev: boolean;
  /** The project's folder. */
  root: string;
  host: string;
  port: number;
}

export interface ScreensProcess extends KeptProcess {
  /** The path on which it listens; the same one after it was started again. */
  socket: string;
}

const STOP_PATIENCE_MS = 2_000;

/** Starts the screens' process, with what of this one's environment they need. The services that they read from must be running. */
export function startScreens({ dev, root, host, port }: ScreensOptions): ScreensProcess {
  // In a folder that only this user may enter: nobody can reach the screens past the server, or fake a client's address to them.
  const folder = mkdtempSync(join(tmpdir(), "assay-screens-"));
  const socket = process.platform === "win32" ? `\\\\.\\pipe\\assay-screens-${randomUUID()}` : join(folder, "socket");
  const options = JSON.stringify({ dev, hostname: host, port, socket, folder, serverPid: process.pid });
  const kept = keepRunning({
    name: "The screens' process",
    start() {
      rmSync(socket, { force: true });
      return fork(join(root, "scripts", "screens.mjs"), [options], {
        cwd: root,
        // In development they answer the API too. Safe because NODE_ENV, which the type wants, is among the variables.
        env: (dev ? process.env : screensVariables()) as NodeJS.ProcessEnv,
      });
    },
    patienceMs: STOP_PATIENCE_MS,
  });
  return {
    ...kept,
    socket,
    async stop() {
      await kept.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
