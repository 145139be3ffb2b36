ALTER TABLE "eval_tasks" ADD COLUMN "advanced_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "eval_tasks" ADD COLUMN "problem" text;