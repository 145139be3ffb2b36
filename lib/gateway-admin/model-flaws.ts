// Which models an organization's calls can reach, by the rules that route them.
import type { Database } from "@/db/client";
import { Failure } from "@/lib/errors";
import { GatewayFailure } from "@/lib/gateway/errors";
import { liveParts } from "@/lib/gateway/live";
import { planRoute } from "@/lib/gateway/routing/plan-route";
import type { Caller, GatewayKey } from "@/lib/gateway/settings";
import { activeSettings } from "./configs/configs";
import { readServed } from "./served";

/** A key that is restricted in nothing. */
const anyKey = (organizationId: string, isServed: boolean): GatewayKey => ({
  id: "administration",
  kind: "gateway",
  organizationId,
  isServed,
  allowedModels: [],
  rateLimitRpm: null,
  expiresAt: null,
});

/** An organization as the gateway knows it. Throws `service_unavailable` while the gateway's settings cannot be read. */
export async function organizationCaller(db: Database, organizationId: string): Promise<Caller> {
  const { settings } = await liveParts().directory.find(null);
  const served = await readServed(db);
  const organization = await activeSettings(db, organizationId);
  return { key: anyKey(organizationId, served(organizationId)), settings, organization };
}

/** Why an organization cannot call a model; null if it can. */
export type ModelFlaw = (model: string) => string | null;

/** Refuses what depends on the gateway's settings while they cannot be read. */
export const settingsUnread = (): Failure =>
  new Failure("unavailable", "The gateway's settings cannot be read. Try again in a minute.", {
    retryAfterSeconds: 30,
  });

/** Null while the gateway's settings cannot be read. */
export async function modelFlaws(db: Database, organizationId: string): Promise<ModelFlaw | null> {
  const caller = await organizationCaller(db, organizationId).catch((error: unknown) => {
    if (error instanceof GatewayFailure && error.code === "service_unavailable") return null;
    throw error;
  });
  return caller && ((model) => flawOf(caller, model));
}

function flawOf(caller: Caller, model: string): string | null {
  try {
    planRoute(caller, model);
    return null;
  } catch (error) {
    if (error instanceof GatewayFailure) return error.message;
    throw error;
  }
}
