ALTER TABLE "test_executions" ADD COLUMN "agent_turns" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "test_executions" ADD COLUMN "response_ms" double precision;--> statement-breakpoint
UPDATE "test_executions" SET "agent_turns" = "told"."turns", "response_ms" = "told"."response" FROM (
	SELECT "execution_id", coalesce(sum(("metrics"->>'turn_count')::float8), 0)::int AS "turns", avg(("metrics"->>'avg_latency_ms')::float8) AS "response"
	FROM "call_executions" WHERE "deleted_at" IS NULL GROUP BY "execution_id"
) AS "told" WHERE "told"."execution_id" = "test_executions"."id";
