// The gateway's settings in the three forms they take: the configuration file's, stored with sealed keys, and projected.
import { z } from "zod";
import { tracings } from "@/lib/contracts/gateway/tracing";
import { parseDuration } from "@/lib/gateway/providers/deadline";
import type { GatewaySettings, OrganizationSettings } from "@/lib/gateway/settings";

// A variable's value arrives as text.
const wholeNumber = "Must be a whole number, 0 or more.";
const count = z.union(
  [z.int(wholeNumber).min(0, wholeNumber), z.string().regex(/^\d+$/).transform(Number)],
  wholeNumber,
);
const usd = "Must be an amount in USD, 0 or more.";
const amount = z.union(
  [
    z.number(usd).min(0, usd),
    z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .transform(Number),
  ],
  usd,
);

const timeout = z
  .union([
    z
      .number()
      .positive()
      .transform((seconds) => seconds * 1000),
    z.string().transform(parseDuration),
  ])
  .refine((ms) => ms !== null, "Must be a duration such as 30s or 1m30s.");

const provider = z.strictObject({
  base_url: z.url({ protocol: /^https?$/, error: "Must be an http or https address." }).optional(),
  api_key: z.string().min(1, "May not be empty.").optional(),
  api_format: z.literal("openai", "Only openai is supported.").optional(),
  models: z.array(z.string().min(1)).default([]),
  timeout: timeout.optional(),
});

export const providers = z
  .record(z.string().regex(/^[\w.-]+$/, "Provider names consist of letters, digits, and . _ -"), provider)
  .superRefine((all, context) => {
    for (const [name, { base_url: baseUrl }] of Object.entries(all)) {
      const refuse = (message: string) => context.addIssue({ code: "custom", path: [name], message });
      if (name.toLowerCase() === "sandbox") refuse("This name is built in.");
      else if (!baseUrl && !knownBaseUrls.has(name)) refuse("base_url is required.");
    }
  });

const knownBaseUrls = new Map([["openai", "https://api.openai.com/v1"]]);

export const modelMap = z.record(z.string(), z.string().min(1));
export const rateLimiting = z.strictObject({ enabled: z.boolean().default(true), global_rpm: count.optional() });

const budget = z.strictObject({
  period: z.enum(["daily", "weekly", "monthly", "total"]),
  limit: amount,
  action: z.enum(["block", "warn"]),
});
export const budgets = z.looseObject({ enabled: z.boolean().default(true), org_budget: budget.optional() });

const tracing = z.enum(tracings, "Must be full, metadata or off.");

export const organizationConfig = z.strictObject({
  tracing: tracing.optional(),
  rate_limiting: z
    .strictObject({ enabled: z.boolean().default(true), rpm: count.optional(), tpm: count.optional() })
    .optional(),
});
export type OrganizationConfig = z.output<typeof organizationConfig>;

/** What the file says of one of its keys. */
export const configuredKey = z.strictObject({
  name: z.string().trim().min(1, "May not be blank.").max(255),
  key: z.string().regex(/^\S+$/, "May not be empty or contain spaces."),
  owner: z.string().optional(),
  key_type: z.enum(["byok", "managed"]).default("byok"),
  credit_balance: amount.optional(),
  rate_limit_rpm: count.optional(),
  rate_limit_tpm: count.optional(),
  allowed_models: z.array(z.string().min(1)).optional(),
  /** Another name for allowed_models. */
  models: z.array(z.string().min(1)).optional(),
  /** Id or name. */
  organization: z.string().optional(),
  metadata: z.record(z.string(), z.string()).default({}),
  expires_at: z.iso.datetime({ offset: true }).optional(),
  tracing: tracing.optional(),
});
export type ConfiguredKey = z.output<typeof configuredKey>;

/** Sections that are not named here are left alone and reported. */
export const configFile = z.looseObject({
  providers: providers.default({}),
  model_map: modelMap.default({}),
  auth: z
    .strictObject({
      enabled: z.literal(true, "The gateway always asks for a key.").optional(),
      keys: z.array(configuredKey).default([]),
    })
    .default({ keys: [] }),
  rate_limiting: rateLimiting.optional(),
  budgets: budgets.optional(),
  tracing: tracing.optional(),
  organizations: z.record(z.string(), organizationConfig).default({}),
});
export type ConfigFile = z.output<typeof configFile>;

/** As stored: no keys of its own, timeouts in milliseconds, providers' keys sealed. */
const stored = z.object({
  providers: z
    .record(
      z.string(),
      z.object({
        base_url: z.string().optional(),
        api_key: z.string().optional(),
        models: z.array(z.string()),
        timeout: z.number().optional(),
      }),
    )
    .default({}),
  model_map: modelMap.default({}),
  rate_limiting: rateLimiting.optional(),
  tracing: tracing.optional(),
});

export function projectedGlobal(config: Record<string, unknown>): GatewaySettings {
  const { providers, model_map, rate_limiting, tracing } = stored.parse(config);
  return {
    providers: Object.entries(providers).map(([name, provider]) => ({
      kind: "openai",
      name,
      baseUrl: provider.base_url ?? knownBaseUrls.get(name) ?? "",
      apiKey: provider.api_key ?? null,
      models: provider.models,
      timeoutMs: provider.timeout ?? null,
    })),
    modelMap: model_map,
    rateLimiting: { enabled: rate_limiting?.enabled ?? true, globalRpm: rate_limiting?.global_rpm ?? null },
    tracing: tracing ?? null,
  };
}

export function projectedOrganization(config: Record<string, unknown>): OrganizationSettings {
  const { rate_limiting: limits, tracing } = organizationConfig.parse(config);
  return { rateLimiting: { enabled: limits?.enabled ?? false, rpm: limits?.rpm ?? null }, tracing: tracing ?? null };
}
