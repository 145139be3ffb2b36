ALTER TABLE "test_executions" ADD COLUMN "counted_rows" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "test_executions" ADD COLUMN "row_squares" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "test_executions" SET "counted_rows" = "by_row"."rows", "row_squares" = greatest(0, "by_row"."squares") FROM (
  SELECT "execution_id", count(*) AS "rows",
    sum("passed" ^ 2) - 2 * (sum("passed") / sum("counted")) * sum("passed" * "counted") + (sum("passed") / sum("counted")) ^ 2 * sum("counted" ^ 2) AS "squares"
  FROM (
    SELECT "execution_id", count(*) FILTER (WHERE "verdict" = 'passed')::float8 AS "passed", count(*)::float8 AS "counted"
    FROM "call_executions" WHERE "deleted_at" IS NULL AND "verdict" IN ('passed', 'failed')
    GROUP BY "execution_id", "scenario_id", "row_id"
  ) AS "trials" GROUP BY "execution_id"
) AS "by_row" WHERE "by_row"."execution_id" = "test_executions"."id";
