import type { Family } from "@/lib/gateway/metrics/families";

/** A family of one sample. */
export const gauge = (name: string, help: string, value: number, type: Family["type"] = "gauge"): Family => ({
  name,
  help,
  type,
  samples: [{ labels: {}, value }],
});
