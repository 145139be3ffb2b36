ALTER TABLE "gateway_spend" ADD COLUMN "unpriced" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- The days that are already summed, from the ledger.
UPDATE "gateway_spend" AS "spend" SET "unpriced" = "found"."calls"
FROM (
  SELECT ("occurred_at" AT TIME ZONE 'UTC')::date AS "day", "organization_id", "key_id", "end_user", "requested_model", "provider",
    "model", count(*) AS "calls"
  FROM "gateway_ledger" WHERE "kind" IN ('call', 'judge') AND "cost_micros" IS NULL GROUP BY 1, 2, 3, 4, 5, 6, 7
) AS "found"
WHERE "spend"."key_id" = "found"."key_id" AND "spend"."day" = "found"."day"
  AND "spend"."organization_id" IS NOT DISTINCT FROM "found"."organization_id"
  AND "spend"."end_user" IS NOT DISTINCT FROM "found"."end_user"
  AND "spend"."requested_model" = "found"."requested_model" AND "spend"."provider" = "found"."provider"
  AND "spend"."model" = "found"."model";
