// Which parts of an input made an evaluation fail.
import { z } from "zod";

export const localizationStatuses = ["pending", "running", "completed", "failed", "skipped"] as const;

export const localizedEntry = z.object({
  unit_key: z.string().meta({ description: "The part: sentence_1 and so on" }),
  rank: z.string().meta({ description: '"1" is the worst' }),
  reason: z.string(),
  improvement: z.string(),
  rank_reason: z.string(),
  weight: z.number().meta({ description: "Its share of the failure, 0 to 1" }),
  text: z.string(),
  start: z.int().meta({ description: "Its start in the input, in UTF-16 code units" }),
  end: z.int(),
});

export const errorDetails = z.object({
  error_analysis: z.record(z.string(), z.array(localizedEntry)),
  selected_input_key: z.string(),
  input_types: z.record(z.string(), z.string()),
  input_data: z.record(z.string(), z.unknown()),
});

/** As stored with the run. */
export interface Localization {
  status: (typeof localizationStatuses)[number];
  message: string | null;
  /** For a completed localization: the input and its parts, the worst first. */
  found?: { selected: string; entries: z.infer<typeof localizedEntry>[] };
  model?: string;
  usage?: Record<string, unknown>;
}
