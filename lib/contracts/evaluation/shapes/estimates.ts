import { z } from "zod";
import { id } from "@/lib/contracts/shapes";

export const share = z.number().nullable();

export const bounds = z.object({ low: z.number(), high: z.number() });

export const estimate = z
  .object({
    mean: share,
    interval: bounds.nullable().meta({
      description:
        "95 %. It needs 40 rows for scores from 0 to 1 that are not all 0 or 1, and 60 rows for other numbers; null for fewer",
    }),
    method: z.enum(["wilson", "wilson_effective", "t"]).nullable().meta({
      description: "The method: for passes, for scores from 0 to 1, for other numbers; null without an interval",
    }),
    standard_error: share.meta({ description: "Clustered by row if rows repeat; null without an interval" }),
    reason: z.string().nullable().meta({ description: "Why there is no mean or no interval; null if there are both" }),
  })
  .meta({
    id: "EvaluationEstimate",
    description: "A mean with its 95 % interval; unknown is null, never 0",
  });

export type Estimated = z.infer<typeof estimate>;

export const coverage = z
  .object({
    total: z.int(),
    open: z.int(),
    scored: z.int(),
    unscored: z.int(),
    error: z.int(),
    share: share.meta({ description: "Share of scored cells; null without cells" }),
  })
  .meta({ id: "EvaluationCoverage" });

export const correctedRate = z
  .object({
    rate: share.meta({ description: "The share that annotators would have passed, 0 to 1; null if it is unknown" }),
    interval: bounds.nullable().meta({
      description:
        "95 %, with the uncertainty of the calibration; it needs 30 verdicts, and 10 items that people passed and as many that they failed; null for fewer",
    }),
    unclipped: share.meta({ description: "The estimate before it was limited to 0 to 1; null if it is unknown" }),
    reason: z.string().nullable(),
    calibration_id: id.nullable(),
  })
  .meta({ id: "CorrectedPassRate" });

export const rate = z.object({ value: z.number().nullable(), interval: bounds.nullable(), items: z.int() });

export const gate = z.object({
  is_allowed: z.boolean(),
  reasons: z.array(z.string()).meta({ description: "Why a gate does not accept the judge" }),
});
