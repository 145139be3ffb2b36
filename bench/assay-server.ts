// Assay's stand-alone server without screens, for the benchmarks. Listens on PORT, where 0 is a free one, and prints it.
import { createServer } from "@/lib/server/http-server";

export async function main(): Promise<void> {
  const { url } = await createServer({ port: Number(process.env.PORT ?? 0), host: "127.0.0.1", screens: null });
  process.stdout.write(`port ${new URL(url).port}\n`);
}
