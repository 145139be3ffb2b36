// One embedded PostgreSQL for a test run, with the migrated schema as a template that each suite copies.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { migrate } from "@/db/migrate";
import { startPostgres } from "@/lib/embedded/postgres";
import { syncCatalogue } from "@/lib/evaluation/templates/sync-catalogue";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
    /** The pooler before it, for the suites that run behind one. */
    poolerUrl: string | null;
  }
}

export const template = "assay_template";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  project.provide("postgresUrl", server.url);
  project.provide("poolerUrl", null);
  return server.stop;
}

export async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
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

async function createTemplate(url: string): Promise<void> {
  const sql = postgres(url, { max: 1 });
  try {
    await sql.unsafe(`create database ${template}`);
    const templateUrl = new URL(url);
    templateUrl.pathname = template;
    await migrate(templateUrl.href, syncCatalogue);
    // A connection to it would make copies fail.
    await sql.unsafe(`alter database ${template} allow_connections false`);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${template}`;
  } finally {
    await sql.end();
  }
}
