ALTER TABLE "eval_logs" ADD COLUMN "prompt" text;--> statement-breakpoint
ALTER TABLE "eval_runs" ADD COLUMN "prompt" text;--> statement-breakpoint
ALTER TABLE "spans" ADD COLUMN "prompt" text;