import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { LockHeld, takeLock } from "@/lib/embedded/lock";
import { whenNoFile } from "@/lib/rejections";
import { StartupError } from "@/lib/startup-error";
import { compressStaticFiles } from "./static-files";

const folders = ["app", "lib", "db", "inngest", "public"];
const rootFile =
  /^(?:(?:next|postcss)\.config\.\w+|package(?:-lock)?\.json|tsconfig\.json|(?:instrumentation(?:-client)?|proxy|middleware)\.\w+)$/;
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
/** Public files that are made at each start are no sources of the screens. */
const isMade = (path: string): boolean => /^public[\\/](?:assay\.mjs|docs\b|llms\.txt)/.test(path);

interface BuildOptions {
  /** The project's folder. */
  root: string;
  /** Receives the build's progress, one line per step. */
  log: (line: string) => void;
  /** Ends the build early. */
  signal?: AbortSignal;
}

/** Builds the screens unless their sources are the ones of the last build. Two processes take turns, and the second has nothing to do. */
export async function build({ root, log, signal }: BuildOptions): Promise<"built" | "unchanged"> {
  const sources = await hashSources(root);
  if ((await lastBuild(root)) === sources) return "unchanged";
  await mkdir(join(root, ".next", "cache"), { recursive: true });
  const release = await takeTurn(join(root, ".next", "cache", "assay-build.lock"), log, signal);
  try {
    if ((await lastBuild(root)) === sources) return "unchanged";
    await rm(stampPath(root), { force: true });
    await runNext(root, log, signal);
    await compressStaticFiles(root);
    await writeFile(stampPath(root), sources);
    return "built";
  } finally {
    release();
  }
}

const stampPath = (root: string): string => join(root, ".next", "assay-build");

const lastBuild = (root: string): Promise<string | undefined> =>
  readFile(stampPath(root), "utf8").catch(whenNoFile(() => undefined));

/** A digest of everything that goes into the build: sources, settings, dependencies, and the variables that Next inlines. */
export async function hashSources(root: string): Promise<string> {
  const hash = createHash("sha256");
  for (const path of await sourcePaths(root)) {
    hash.update(`${path}\0`).update(await readFile(join(root, path)));
  }
  const inlined = Object.entries(process.env).filter(([name]) => name.startsWith("NEXT_PUBLIC_"));
  return hash.update(JSON.stringify(inlined.sort())).digest("hex");
}

async function sourcePaths(root: string): Promise<string[]> {
  const inFolders = await Promise.all(folders.map((folder) => filesBelow(root, folder)));
  const atRoot = (await readdir(root)).filter((name) => rootFile.test(name));
  return [...inFolders.flat().filter((path) => !isTest(path) && !isMade(path)), ...atRoot].sort();
}

async function filesBelow(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(whenNoFile(() => []));
  const paths = entries.map((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(root, path) : [path];
  });
  return (await Promise.all(paths)).flat();
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

async function runNext(root: string, log: (line: string) => void, signal?: AbortSignal): Promise<void> {
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
