// The fields of a key that a request can set.
import { z } from "zod";
import { dictionary, list } from "@/lib/bounds/list";
import { id, timestamp } from "../shapes";
import { enteredBudget } from "./budget";
import { tracings } from "./tracing";

const MAX_RATE = 1_000_000_000;
const rate = z
  .int()
  .min(0)
  .max(MAX_RATE)
  .nullable()
  .meta({ description: "Per minute; 0 or null for no limit of its own" });
export const address = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  "Must be an IP address, or a range such as 10.0.0.0/8.",
);
const [metadataName, metadataValue, MOST_METADATA] = [z.string().min(1).max(64), z.string().max(512), 100];
const metadata = dictionary(metadataName, metadataValue, MOST_METADATA);
export const changedMetadata = dictionary(metadataName, metadataValue.nullable(), MOST_METADATA);
export const metadataWords =
  "With `allow_policy_override` set to `true`, the key's requests can choose their guardrail policy. With `refuse_unpriced` set to `true`, it may use only what has a price; the rest is 403";

// Unknown members are refused: a misspelled restriction would silently not apply.
export const editable = {
  owner: z.string().trim().max(255).nullish().meta({ description: "User of the key" }),
  rate_limit_rpm: rate.optional(),
  rate_limit_tpm: rate.optional(),
  budget: enteredBudget.nullish().meta({
    description: "Budget of its calls; null uses its organization's `key_budget`",
  }),
  allowed_models: list(z.string().min(1).max(255), 1000).optional().meta({
    description: "Model names as in requests, provider/model, or provider/*",
  }),
  allowed_providers: list(z.string().min(1).max(255), 100).optional().meta({ description: "Provider names" }),
  allowed_ips: list(address, 100).optional().meta({ description: "IP addresses and ranges such as 10.0.0.0/8" }),
  organization_id: id.nullish().meta({ description: "metadata.org_id is an alias" }),
  tracing: z.enum(tracings).nullish().meta({
    description: "How much of its calls is recorded as traces; null uses its organization's setting",
  }),
  metadata: metadata.optional().meta({ description: metadataWords }),
  expires_at: timestamp.nullish(),
};
