ALTER TABLE "eval_backfills" ADD COLUMN "traces" jsonb;--> statement-breakpoint
ALTER TABLE "eval_backfills" ADD COLUMN "traces_seen" integer DEFAULT 0 NOT NULL;