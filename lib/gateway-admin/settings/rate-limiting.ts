import { z } from "zod";
import { count } from "@/lib/gateway/setting-values";
import { section } from "./section";

/** Of the gateway as a whole. */
export const globalRateLimiting = section({
  shape: z.strictObject({ enabled: z.boolean().default(true), global_rpm: count.optional() }),
  project: (value) => ({ rateLimiting: { enabled: value?.enabled ?? true, globalRpm: value?.global_rpm ?? null } }),
});

/** Of an organization. `global_rpm` is another name for `rpm`, which wins. */
export const organizationRateLimiting = section({
  shape: z
    .strictObject({
      enabled: z.boolean().default(true).meta({ title: "Enforce limits" }),
      rpm: count
        .optional()
        .meta({ title: "Requests per minute", description: "All keys together", "x-unset": "No limit" }),
      tpm: count
        .optional()
        .meta({ title: "Tokens per minute", description: "All keys together", "x-unset": "No limit" }),
      per_key_rpm: count.optional().meta({
        title: "Requests per minute and key",
        description: "Keys without a limit of their own",
        "x-unset": "No limit",
      }),
      global_rpm: count.optional(),
    })
    .transform(({ global_rpm: synonym, ...rest }) =>
      rest.rpm === undefined && synonym !== undefined ? { ...rest, rpm: synonym } : rest,
    ),
  project: (value) => ({
    rateLimiting: {
      enabled: value?.enabled ?? false,
      rpm: value?.rpm ?? null,
      tpm: value?.tpm ?? null,
      ...(value?.per_key_rpm === undefined ? {} : { keyRpm: value.per_key_rpm }),
    },
  }),
});
