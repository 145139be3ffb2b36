import { z } from "zod";
import { duration } from "@/lib/gateway/setting-values";
import { section } from "./section";

const DEFAULT_SECONDS = 300;
const MAX_SECONDS = 30 * 24 * 3600;

/** Of an organization. */
export const cache = section({
  shape: z.strictObject({
    enabled: z
      .boolean()
      .default(true)
      .meta({ title: "Cache answers", description: "The same request is then answered without calling its provider" }),
    ttl: duration
      .default(DEFAULT_SECONDS)
      .refine((seconds) => seconds === null || seconds <= MAX_SECONDS, "At most 30 days.")
      .meta({ title: "Time to live", description: "In seconds, or with a unit such as 10m", "x-unset": "5m" }),
  }),
  project: (value) => ({ cache: value?.enabled ? { ttlMs: (value.ttl ?? DEFAULT_SECONDS) * 1000 } : null }),
});
