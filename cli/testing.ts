// The command as its users run it: one file in a process of its own, in an empty folder, against a server with its jobs.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inngest } from "@/inngest/client";
import { startJobs } from "@/lib/embedded/jobs/start";
import { rebuildProjection } from "@/lib/gateway-admin/projection";
import { type Credentials, createCredentials } from "@/lib/http/testing/api";
import { type Mounted, startMount } from "@/lib/http/testing/mounts";
import { makeCommand } from "@/scripts/command.mjs";

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export interface Assay {
  server: Mounted;
  credentials: Credentials;
  folder: string;
  environment: Record<string, string>;
  /** Runs it to its end. */
  run(words: readonly string[], options?: { input?: string; env?: Record<string, string> }): Promise<Ended>;
  begin(words: readonly string[], env?: Record<string, string>): Begun;
  write(name: string, text: string): Promise<void>;
  stop(): Promise<void>;
}

export interface Begun {
  child: ChildProcess;
  ended: Promise<Ended>;
  /** Waits until it has written this on the error stream. */
  says(pattern: RegExp): Promise<void>;
}

export async function startAssay(): Promise<Assay> {
  const server = await startMount("stand-alone");
  const jobs = await startJobs({ databaseUrl: process.env.DATABASE_URL ?? "" });
  inngest.setEnvVars({
    INNGEST_BASE_URL: jobs.url,
    INNGEST_EVENT_KEY: jobs.eventKey,
    INNGEST_SIGNING_KEY: jobs.signingKey,
  });
  await rebuildProjection();
  const credentials = await createCredentials(server.db);
  const folder = await mkdtemp(join(tmpdir(), "assay-command-"));
  const command = await makeCommand(join(folder, "bin", "assay.mjs"));
  const environment = {
    PATH: process.env.PATH ?? "",
    CI: "true",
    ASSAY_CONFIG_DIR: join(folder, "config"),
    ASSAY_URL: server.url,
    ASSAY_API_KEY: credentials.key,
  };
  const begin = (words: readonly string[], env: Record<string, string> = {}): Begun =>
    watch(spawn(process.execPath, [command, ...words], { cwd: folder, env: { ...environment, ...env } as never }));
  return {
    server,
    credentials,
    folder,
    environment,
    begin,
    run(words, { input = "", env = {} } = {}) {
      const { child, ended } = begin(words, env);
      child.stdin?.on("error", () => undefined).end(input);
      return ended;
    },
    write: (name, text) => writeFile(join(folder, name), text),
    async stop() {
      await jobs.stop();
      inngest.setEnvVars({ INNGEST_BASE_URL: undefined, INNGEST_EVENT_KEY: undefined, INNGEST_SIGNING_KEY: undefined });
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function watch(child: ChildProcess): Begun {
  const texts = { out: "", err: "" };
  child.stdout?.on("data", (data) => {
    texts.out += data;
  });
  child.stderr?.on("data", (data) => {
    texts.err += data;
  });
  const ended = once(child, "close").then(([code]): Ended => ({ code, ...texts }));
  return {
    child,
    ended,
    async says(pattern) {
      while (!pattern.test(texts.err)) {
        if (child.exitCode !== null) throw new Error(`It ended first: ${texts.err}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

/** Lines of an evaluation file over addresses, of which `good` of `rows` are ones. */
export const mailData = (rows: number, good: number): string =>
  `mail,note\n${Array.from({ length: rows }, (_, row) => `${row < good ? `ada${row}@example.test` : "nobody"},${row}\n`).join("")}`;

export const mailRun = (data: string, passRate: number, more = ""): string => `kind: evaluation
name: Addresses
data: ${data}
${more}evaluations:
  - name: Is an address
    template: is_email
    inputs: { text: mail }
    pass_rate: ${passRate}
`;
