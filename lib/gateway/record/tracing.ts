// How much of a request is recorded, and what its client says of it.

import { type Tracing, tracings } from "@/lib/contracts/gateway/tracing";
import type { Headed } from "@/lib/exchange/exchange";
import { GatewayFailure } from "../errors";
import { gatewayRequestHeader } from "../headers";
import { parseJson } from "../parse-json";
import type { Caller } from "../settings";

const MAX_NAME_BYTES = 255;
const encoder = new TextEncoder();

/** The strictest of what the gateway, the organization and the key say; everything unless one of them says otherwise. */
export function tracingOf({ key, organization, settings }: Caller): Tracing {
  // Contents are in traces, which belong to organizations; the operator's own keys may have none.
  const most: Tracing = key.organizationId === null ? "metadata" : "full";
  const levels = [most, settings.tracing, organization?.tracing, key.tracing].map((mode) =>
    tracings.indexOf(mode ?? "full"),
  );
  return tracings[Math.max(...levels)] ?? "off";
}

/** How a client files its call. */
export interface TraceLabels {
  project: string | null;
  session: string | null;
  user: string | null;
  metadata: Record<string, string>;
}

/** Throws `invalid_request_error` for a name that is too long; metadata that cannot be read count as none. */
export function readLabels(
  request: Headed,
  body: Readonly<Record<string, unknown>>,
  named: { user?: unknown; metadata?: unknown } = {},
): TraceLabels {
  const user = named.user ?? body.user;
  const metadata = {
    ...textsIn(named.metadata ?? body.metadata),
    ...textsIn(parseJson(gatewayRequestHeader(request, "metadata") ?? "null")),
  };
  const labelOf = (header: string, otherwise: unknown): string | null => {
    const label = gatewayRequestHeader(request, header) ?? (typeof otherwise === "string" ? otherwise : "");
    if (label.length * 3 <= MAX_NAME_BYTES || encoder.encode(label).length <= MAX_NAME_BYTES)
      return label.trim() || null;
    const param = `x-gateway-${header}`;
    throw new GatewayFailure("invalid_request_error", `${param}: May have at most ${MAX_NAME_BYTES} bytes.`, { param });
  };
  return {
    project: labelOf("project", null),
    session: labelOf("session-id", metadata.session_id),
    user: labelOf("user-id", null) ?? (typeof user === "string" && user ? user : null),
    metadata,
  };
}

function textsIn(value: unknown): Record<string, string> {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => typeof entry === "string"));
}
