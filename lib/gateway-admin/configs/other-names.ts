// Other names for models: each leads to a provider or its model, and not to another of these names.
import { GatewayFailure } from "@/lib/gateway/errors";
import { chooseTargets, modelMapOf } from "@/lib/gateway/providers/choose-targets";
import type { Caller, GatewayKey, GatewaySettings, OrganizationSettings } from "@/lib/gateway/settings";

/** May use everything, so that only the names decide. */
const anyone: GatewayKey = {
  id: "check",
  kind: "gateway",
  organizationId: null,
  allowedModels: [],
  rateLimitRpm: null,
  expiresAt: null,
};

/** The first of an organization's names whose calls can only fail, because it leads to another name; null for none. */
export function nameWithoutModel(
  organization: OrganizationSettings,
  settings: GatewaySettings,
): { name: string; value: string } | null {
  const caller: Caller = { key: anyone, organization, settings };
  const map = modelMapOf(caller);
  for (const [name, value] of Object.entries(organization.modelMap)) {
    if (Object.hasOwn(map, value) && !isKnown(caller, name)) return { name, value };
  }
  return null;
}

function isKnown(caller: Caller, name: string): boolean {
  try {
    return chooseTargets(caller, name).length > 0;
  } catch (error) {
    if (error instanceof GatewayFailure) return false;
    throw error;
  }
}
