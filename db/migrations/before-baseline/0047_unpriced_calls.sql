ALTER TABLE "eval_run_cells" ALTER COLUMN "cost_micros" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "eval_backfills" ADD COLUMN "unpriced" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "eval_span_scores" ADD COLUMN "unpriced" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "call_executions" ADD COLUMN "unpriced" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "test_executions" ADD COLUMN "unpriced" integer DEFAULT 0 NOT NULL;