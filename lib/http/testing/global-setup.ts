// Like db/testing/global-setup.ts, plus one Next mount with its own database and Redis, shared by all suites that can: its
// start and the first request to each route take longer than most suites.
import type { TestProject } from "vitest/node";
import setUpDatabase from "@/db/testing/global-setup";
import { copyTemplate } from "@/db/testing/template";
import { startRedis } from "@/lib/embedded/redis/start";
import { environmentOf } from "./environment";
import { isBuilt, type NextServer, startNext } from "./next-server";

export interface SharedMount extends Pick<NextServer, "url" | "pid"> {
  environment: Record<string, string>;
}

declare module "vitest" {
  interface ProvidedContext {
    /** Null without a build, or if suites run on one mount. */
    nextMount: SharedMount | null;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stopDatabase = await setUpDatabase(project);
  project.provide("nextMount", null);
  if (!isBuilt()) return stopDatabase;
  const { url } = await copyTemplate(project.getProvidedContext().postgresUrl);
  const redis = await startRedis();
  const environment = environmentOf(url, redis);
  const stopServices = () => redis.stop().finally(stopDatabase);
  try {
    const server = await startNext(environment);
    project.provide("nextMount", { url: server.url, pid: server.pid, environment });
    return () => server.close().finally(stopServices);
  } catch (error) {
    await stopServices();
    throw error;
  }
}
