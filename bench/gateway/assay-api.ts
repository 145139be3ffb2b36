// Assay as `npm start` runs it, without the build and the screens. Listens on a free port and prints it.
import { dataDirectory } from "@/lib/embedded/data-directory";
import { startEmbedded } from "@/lib/embedded/start";
import { StopStack } from "@/lib/embedded/stop-stack";
import { parseEnvironment } from "@/lib/env";
import { handleSignals } from "@/lib/server/signals";

export async function main(): Promise<void> {
  const stops = new StopStack();
  handleSignals(stops);
  await startEmbedded({
    environment: parseEnvironment(process.env),
    dataDirectory: dataDirectory(),
    stops,
    log: () => undefined,
    prepare: async (databaseUrl) => {
      const { storeBuiltIns } = await import("@/lib/provisioning/built-ins");
      await (await import("@/db/migrate")).migrate(databaseUrl, storeBuiltIns);
    },
  });
  const { configureGateway, provision } = await import("@/lib/provisioning/provision");
  await provision();
  await configureGateway();
  const { createServer } = await import("@/lib/server/http-server");
  const server = await createServer({ port: 0, host: "127.0.0.1", screens: null });
  stops.push(() => server.close());
  process.stdout.write(`Ready on ${server.url}\n`);
}
