// One embedded PostgreSQL for a test run, with the template that suites copy.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startPostgres } from "@/lib/embedded/postgres";
import { createTemplate } from "./template";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
    /** The pooler before it, for the suites that run behind one. */
    poolerUrl: string | null;
  }
}

interface Server {
  url: string;
  stop(): Promise<void>;
}

// On globalThis: the projects of a run share no modules.
const run = globalThis as { assayServer?: { started: Promise<Server>; users: number } };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.assayServer ??= { started: startServer(), users: 0 };
  const shared = run.assayServer;
  shared.users += 1;
  const server = await shared.started;
  project.provide("postgresUrl", server.url);
  project.provide("poolerUrl", null);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete run.assayServer;
    await server.stop();
  };
}

export async function startServer(): Promise<Server> {
  const directory = await mkdtemp(join(tmpdir(), "assay-test-"));
  const removeDirectory = (): Promise<void> => rm(directory, { recursive: true, force: true });
  try {
    const server = await startPostgres({ directory: join(directory, "postgres"), durable: false });
    const stop = (): Promise<void> => server.stop().finally(removeDirectory);
    try {
      await createTemplate(server.url);
    } catch (error) {
      await stop();
      throw error;
    }
    return { url: server.url, stop };
  } catch (error) {
    await removeDirectory();
    throw error;
  }
}
