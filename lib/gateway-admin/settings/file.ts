// The whole configuration file: the gateway's settings, its keys, and organizations' settings by id or name.
import { z } from "zod";
import { isNoFraction, TOO_LITTLE } from "@/lib/contracts/gateway/budget";
import { address } from "@/lib/contracts/gateway/key-fields";
import { timestamp } from "@/lib/contracts/shapes";
import { amount, count } from "@/lib/gateway/setting-values";
import { budget } from "./budgets";
import { enteredProblems } from "./entered";
import { enteredOrganization, globalLevel } from "./levels";
import { tracing } from "./tracing";

/** A key in the file. */
const configuredKey = z.strictObject({
  name: z.string().trim().min(1, "May not be blank.").max(255),
  key: z.string().regex(/^\S+$/, "May not be empty or contain spaces."),
  owner: z.string().optional(),
  key_type: z.enum(["byok", "managed"]).default("byok"),
  credit_balance: amount.optional(),
  rate_limit_rpm: count.optional(),
  rate_limit_tpm: count.optional(),
  budget: budget.refine(({ limit }) => isNoFraction(limit), { path: ["limit"], error: TOO_LITTLE }).optional(),
  allowed_models: z.array(z.string().min(1)).optional(),
  /** Another name for allowed_models. */
  models: z.array(z.string().min(1)).optional(),
  allowed_providers: z.array(z.string().min(1)).optional(),
  /** Another name for allowed_providers. */
  providers: z.array(z.string().min(1)).optional(),
  allowed_ips: z.array(address).optional(),
  /** Id or name. */
  organization: z.string().optional(),
  metadata: z.record(z.string(), z.string()).default({}),
  expires_at: timestamp.optional(),
  tracing: tracing.shape.optional(),
});
export type ConfiguredKey = z.output<typeof configuredKey>;

/** Sections that are not named here are left alone and reported. */
export const configFile = z
  .looseObject({
    ...globalLevel.shape.shape,
    auth: z
      .strictObject({
        enabled: z.literal(true, "The gateway always requires a key.").optional(),
        keys: z.array(configuredKey).default([]),
      })
      .default({ keys: [] }),
    organizations: z.record(z.string(), enteredOrganization).default({}),
  })
  .superRefine((file, context) => {
    for (const problem of enteredProblems(file)) context.addIssue({ code: "custom", ...problem });
  });
export type ConfigFile = z.output<typeof configFile>;

export const unusedSections = (file: ConfigFile): string[] =>
  Object.keys(file).filter((name) => !Object.hasOwn(configFile.shape, name));
