// Assay's stand-alone server with its job runner and the providers FAILING and STEADY. Listens on PORT and prints it.
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startJobs } from "@/lib/embedded/jobs/start";
import { applyConfigFile } from "@/lib/gateway-admin/config-file";
import { createServer } from "@/lib/server/http-server";

const providers = ["failing", "steady"].map(
  (name) => `${name}: {base_url: ${process.env[name.toUpperCase()]}, api_key: sk-none, models: [judge]}`,
);
const prices = ["failing", "steady"].map((name) => `${name}/judge: {input: 1, output: 4}`);
export async function main(): Promise<void> {
  const file = join(await mkdtemp(join(tmpdir(), "assay-bench-gateway-")), "gateway.yaml");
  await writeFile(
    file,
    `providers: {${providers.join(", ")}}
pricing: {models: {${prices.join(", ")}}}
routing: {circuit_breaker: {failure_threshold: 1000000}, retry: {max_retries: 0}}\n`,
  );
  await applyConfigFile(file);
  const { url } = await createServer({ port: Number(process.env.PORT ?? 0), host: "127.0.0.1", screens: null });
  const jobs = await startJobs({ databaseUrl: process.env.DATABASE_URL ?? "" });
  Object.assign(process.env, {
    INNGEST_BASE_URL: jobs.url,
    INNGEST_EVENT_KEY: jobs.eventKey,
    INNGEST_SIGNING_KEY: jobs.signingKey,
  });
  process.stdout.write(`port ${new URL(url).port}\n`);
}
