import type { Lookup } from "../settings";
import { defaultRouting, type RoutingSettings } from "./settings";

/** The routing that applies: the organization's settings before the gateway's, those before the defaults; each by itself. */
export function routingOf({ organization, settings }: Lookup): RoutingSettings {
  const [own, shared] = [organization?.routing, settings.routing];
  if (!own && !shared) return defaultRouting;
  return {
    ...defaultRouting,
    ...shared,
    ...own,
    targets: { ...shared?.targets, ...own?.targets },
    modelFallbacks: { ...shared?.modelFallbacks, ...own?.modelFallbacks },
    modelTimeouts: { ...shared?.modelTimeouts, ...own?.modelTimeouts },
  };
}
