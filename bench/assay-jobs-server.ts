// Assay's stand-alone server without screens, with its job runner. Listens on PORT, where 0 is a free one, and prints it.
import { startJobs } from "@/lib/embedded/jobs/start";
import { createServer } from "@/lib/server/http-server";

export async function main(): Promise<void> {
  const { url } = await createServer({ port: Number(process.env.PORT ?? 0), host: "127.0.0.1", screens: null });
  const jobs = await startJobs({ databaseUrl: process.env.DATABASE_URL ?? "" });
  Object.assign(process.env, {
    INNGEST_BASE_URL: jobs.url,
    INNGEST_EVENT_KEY: jobs.eventKey,
    INNGEST_SIGNING_KEY: jobs.signingKey,
  });
  process.stdout.write(`port ${new URL(url).port}\n`);
}
