import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { LockHeld, takeLock } from "@/lib/embedded/lock";
import { StartupError } from "@/lib/startup-error";
import { hashSources, isBuilt, markBuilt } from "@/scripts/built.mjs";
import { compressStaticFiles } from "./static-files";

interface BuildOptions {
  /** The project's folder. */
  root: string;
  /** Receives the build's progress, one line per step. */
  log: (line: string) => void;
  /** Also builds the API's route files, which take longer than the screens. For Next's own server, in tests. */
  routes?: boolean;
  /** Compresses scripts and styles by a tenth more, which takes five seconds longer. */
  smallest?: boolean;
  /** Ends the build early. */
  signal?: AbortSignal;
}

/** Builds the screens unless their sources are the ones of the last build. Two processes take turns, and the second has nothing to do. */
export async function build(options: BuildOptions): Promise<"built" | "unchanged"> {
  const { root, log, routes = false, smallest = false, signal } = options;
  const part = routes ? "routes" : "screens";
  if (isBuilt(root, part)) return "unchanged";
  await mkdir(join(root, ".next", "cache"), { recursive: true });
  const release = await takeTurn(join(root, ".next", "cache", "assay-build.lock"), log, signal);
  try {
    if (isBuilt(root, part)) return "unchanged";
    const sources = hashSources(root);
    for (const each of ["screens", "routes"] as const) markBuilt(root, each, null);
    await runNext(root, part, log, signal);
    await compressStaticFiles(root, smallest);
    markBuilt(root, "screens", sources);
    if (routes) markBuilt(root, "routes", sources);
    return "built";
  } finally {
    release();
  }
}

async function takeTurn(path: string, log: (line: string) => void, signal?: AbortSignal): Promise<() => void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await takeLock(path);
    } catch (error) {
      if (!(error instanceof LockHeld)) throw error;
      if (attempt === 0) log(`Process ${error.pid} is building; waiting for it`);
    }
    await wait(250, undefined, { ...(signal && { signal }) });
  }
}

/** Ends the process when the one that started it has ended, so that no build runs without a purpose. */
const dieWithParent = "data:text/javascript,process.on('disconnect',()=>process.exit(1))";

async function runNext(
  root: string,
  part: "screens" | "routes",
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const logPath = join(root, ".next", "cache", "assay-build.log");
  const next = createRequire(join(root, "package.json")).resolve("next/dist/bin/next");
  const child = spawn(process.execPath, ["--import", dieWithParent, next, "build"], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "production",
      NO_COLOR: "1",
      FORCE_COLOR: undefined,
      NEXT_TELEMETRY_DISABLED: "1",
      // Read by next.config.ts.
      ASSAY_BUILD: part,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    ...(signal && { signal }),
  });
  const file = createWriteStream(logPath);
  const lines: string[] = [];
  const listen = (stream: NodeJS.ReadableStream | null): void => {
    if (!stream) return;
    createInterface(stream).on("line", (line) => {
      lines.push(line);
      file.write(`${line}\n`);
      const step = /^ *✓ ((?:Compiled|Finished|Generat).+)/.exec(line)?.[1];
      if (step) log(step);
    });
  };
  listen(child.stdout);
  listen(child.stderr);
  const [code] = await once(child, "close");
  file.end();
  if (code === 0) return;
  const lastLines = lines.filter((line) => line.trim() !== "").slice(-30);
  throw new StartupError(`${lastLines.join("\n")}\nThe screens could not be built (whole log: ${logPath}).`);
}
