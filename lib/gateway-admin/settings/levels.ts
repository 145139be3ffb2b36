// The settings for the whole gateway, in the configuration file, and for an organization.
import { NOT_PUBLIC } from "@/lib/gateway/outbound";
import type { GatewaySettings, OrganizationSettings } from "@/lib/gateway/settings";
import { budgets } from "./budgets";
import { cache } from "./cache";
import { enteredProblems } from "./entered";
import { guardrails } from "./guardrails";
import { modelMap } from "./model-map";
import { pricing } from "./pricing";
import { providerOrganizations } from "./provider-organizations";
import { privateProviders, providers } from "./providers";
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
  providers,
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

/**
 * What an organization may enter. A configuration that is stored is read without these checks: the operator's environment
 * decides some, and earlier versions took what others refuse.
 */
export const enteredOrganization = organizationLevel.shape.superRefine((config, context) => {
  for (const name of privateProviders(config.providers ?? {}))
    context.addIssue({ code: "custom", path: ["providers", name, "base_url"], message: NOT_PUBLIC });
  for (const problem of enteredProblems(config)) context.addIssue({ code: "custom", ...problem });
});

export const projectedGlobal = (config: Config): GatewaySettings => globalLevel.project(config);
export const projectedOrganization = (config: Config): OrganizationSettings => organizationLevel.project(config);
