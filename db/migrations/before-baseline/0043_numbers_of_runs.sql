ALTER TABLE "eval_run_evaluations" ADD COLUMN "numbers" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "eval_run_evaluations" SET "numbers" = "counted"."cells" FROM (
  SELECT "evaluation_id", count(*) AS "cells" FROM "eval_run_cells"
  WHERE "outcome" = 'scored' AND "score" IS NOT NULL GROUP BY "evaluation_id"
) AS "counted" WHERE "counted"."evaluation_id" = "eval_run_evaluations"."id";
