// As global-setup.ts, with a pooler in transaction mode before the server: databases are reached through it.
import type { TestProject } from "vitest/node";
import { startServer } from "./global-setup";
import { startPooler } from "./pooler";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  const pooler = await startPooler(server.url).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  project.provide("postgresUrl", server.url);
  project.provide("poolerUrl", pooler.url);
  return () => pooler.stop().finally(server.stop);
}
