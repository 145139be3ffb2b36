import { env } from "@/lib/env";

/** Records this process's spans, if a collector is named. Without one the code is not even loaded. Returns how to send the rest. */
export async function equipTracing(): Promise<() => Promise<void>> {
  const environment = env();
  const isOn = environment.OTEL_EXPORTER_OTLP_ENDPOINT ?? environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  if (!isOn) return async () => undefined;
  const { startTracing } = await import("./start");
  return startTracing(environment);
}
