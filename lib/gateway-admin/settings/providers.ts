import { z } from "zod";
import type { ProviderSettings } from "@/lib/gateway/settings";
import { section } from "./section";
import { count, duration } from "./values";

const provider = z.strictObject({
  base_url: z.url({ protocol: /^https?$/, error: "Must be an http or https address." }).optional(),
  api_key: z.string().min(1, "May not be empty.").optional(),
  api_format: z.literal("openai", "Only openai is supported.").optional(),
  models: z.array(z.string().min(1)).default([]),
  timeout: duration.optional(),
  max_concurrent: count.optional(),
});

const knownBaseUrls = new Map([["openai", "https://api.openai.com/v1"]]);

const shape = z
  .record(z.string().regex(/^[\w.-]+$/, "Provider names consist of letters, digits, and . _ -"), provider)
  .superRefine((all, context) => {
    for (const [name, { base_url: baseUrl }] of Object.entries(all)) {
      const refuse = (message: string) => context.addIssue({ code: "custom", path: [name], message });
      if (name.toLowerCase() === "sandbox") refuse("This name is built in.");
      else if (!baseUrl && !knownBaseUrls.has(name)) refuse("base_url is required.");
    }
  });

const projected = (name: string, given: z.output<typeof provider>): ProviderSettings => ({
  kind: "openai",
  name,
  baseUrl: given.base_url ?? knownBaseUrls.get(name) ?? "",
  apiKey: given.api_key ?? null,
  models: given.models,
  timeoutMs: given.timeout === undefined ? null : given.timeout * 1000,
  maxConcurrent: given.max_concurrent ?? null,
});

export const providers = section({
  shape,
  project: (value = {}) => ({ providers: Object.entries(value).map(([name, given]) => projected(name, given)) }),
  async mapSecrets(value, change) {
    const changed = Object.entries(value).map(async ([name, { api_key: key, ...rest }]) => [
      name,
      key === undefined ? rest : { ...rest, api_key: await change(key, [name, "api_key"]) },
    ]);
    return Object.fromEntries(await Promise.all(changed));
  },
});
