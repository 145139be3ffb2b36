CREATE TABLE "record_losses" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"dropped" integer NOT NULL,
	CONSTRAINT "record_losses_organization_id_day_pk" PRIMARY KEY("organization_id","day")
);
--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "spent_micros" bigint;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "limit_micros" bigint;--> statement-breakpoint
ALTER TABLE "eval_backfills" ADD COLUMN "traces" jsonb;--> statement-breakpoint
ALTER TABLE "eval_backfills" ADD COLUMN "traces_seen" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "scenario_generations" ADD COLUMN "traces" jsonb;--> statement-breakpoint
ALTER TABLE "scenario_generations" ADD COLUMN "trace_cursor" jsonb;--> statement-breakpoint
ALTER TABLE "scenario_generations" ADD COLUMN "traces_seen" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "scenario_generations" ADD COLUMN "traces_left_out" integer DEFAULT 0 NOT NULL;
