// The settings for the whole gateway, in the configuration file, and for an organization.
import type { GatewaySettings, OrganizationSettings } from "@/lib/gateway/settings";
import { budgets } from "./budgets";
import { cache } from "./cache";
import { guardrails } from "./guardrails";
import { modelMap } from "./model-map";
import { pricing } from "./pricing";
import { providerOrganizations } from "./provider-organizations";
import { organizationProviders, providers } from "./providers";
import { globalRateLimiting, organizationRateLimiting } from "./rate-limiting";
import { retention } from "./retention";
import { routing } from "./routing";
import { type Config, configLevel } from "./section";
import { storeOutage } from "./store-outage";
import { tracing } from "./tracing";

export const globalLevel = configLevel({
  providers,
  provider_organizations: providerOrganizations,
  model_map: modelMap,
  rate_limiting: globalRateLimiting,
  budgets,
  routing,
  pricing,
  store_outage: storeOutage,
  tracing,
  guardrails,
  retention,
});

export const organizationLevel = configLevel({
  providers: organizationProviders,
  model_map: modelMap,
  rate_limiting: organizationRateLimiting,
  budgets,
  routing,
  pricing,
  tracing,
  guardrails,
  cache,
  retention,
});

export const projectedGlobal = (config: Config): GatewaySettings => globalLevel.project(config);
export const projectedOrganization = (config: Config): OrganizationSettings => organizationLevel.project(config);
