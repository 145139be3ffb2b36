// Where spans go, by OpenTelemetry's own environment variables.
import type { Environment } from "@/lib/env";

export interface ExportSettings {
  url: string;
  headers: Record<string, string>;
  timeoutMs: number;
  /** Of the resource. */
  resource: Record<string, string>;
  /** Whether prompts and answers go along, where they are recorded at all. */
  sendsContents: boolean;
}

const TIMEOUT_MS = 10_000;

/** Null where no collector is named, or where all of OpenTelemetry is switched off. */
export function exportSettings(environment: Environment, service = "assay-gateway"): ExportSettings | null {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: shared } = environment;
  // An endpoint for all signals is a base, one for traces is taken as it is.
  const url = own ?? (shared && `${shared.replace(/\/$/, "")}/v1/traces`);
  if (!url || environment.OTEL_SDK_DISABLED) return null;
  return {
    url,
    headers: {
      ...pairs(environment.OTEL_EXPORTER_OTLP_HEADERS),
      ...pairs(environment.OTEL_EXPORTER_OTLP_TRACES_HEADERS),
    },
    timeoutMs: environment.OTEL_EXPORTER_OTLP_TIMEOUT ?? TIMEOUT_MS,
    resource: {
      "service.name": service,
      ...pairs(environment.OTEL_RESOURCE_ATTRIBUTES),
      ...(environment.OTEL_SERVICE_NAME ? { "service.name": environment.OTEL_SERVICE_NAME } : {}),
    },
    sendsContents: environment.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT === true,
  };
}

/** `name=value,name=value`, with URL-encoded values; anything that is not a pair is left out. */
function pairs(text: string | undefined): Record<string, string> {
  const found = (text ?? "").split(",").flatMap((pair): [string, string][] => {
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    return at > 0 && name ? [[name, decoded(pair.slice(at + 1).trim())]] : [];
  });
  return Object.fromEntries(found);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
