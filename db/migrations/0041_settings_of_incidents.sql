ALTER TABLE "incidents" ADD COLUMN "latency_ms" double precision;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "cost_usd" double precision;