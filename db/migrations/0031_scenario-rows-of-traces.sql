ALTER TABLE "scenario_generations" ADD COLUMN "traces" jsonb;--> statement-breakpoint
ALTER TABLE "scenario_generations" ADD COLUMN "trace_cursor" jsonb;--> statement-breakpoint
ALTER TABLE "scenario_generations" ADD COLUMN "traces_seen" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "scenario_generations" ADD COLUMN "traces_left_out" integer DEFAULT 0 NOT NULL;