ALTER TABLE "gateway_ledger" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "gateway_keys" ADD COLUMN "paused_at" timestamp (6) with time zone;