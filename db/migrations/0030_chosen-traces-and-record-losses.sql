CREATE TABLE "record_losses" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"dropped" integer NOT NULL,
	CONSTRAINT "record_losses_organization_id_day_pk" PRIMARY KEY("organization_id","day")
);
--> statement-breakpoint
ALTER TABLE "eval_backfills" ADD COLUMN "traces" jsonb;--> statement-breakpoint
ALTER TABLE "eval_backfills" ADD COLUMN "traces_seen" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "scenario_generations" ADD COLUMN "traces" jsonb;--> statement-breakpoint
ALTER TABLE "scenario_generations" ADD COLUMN "trace_cursor" jsonb;--> statement-breakpoint
ALTER TABLE "scenario_generations" ADD COLUMN "traces_seen" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "scenario_generations" ADD COLUMN "traces_left_out" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "agreement_items_label" ON "agreement_items" USING btree ("queue_id","label_id","item_id");--> statement-breakpoint
CREATE INDEX "queue_exports_newest" ON "queue_exports" USING btree ("queue_id","created_at" DESC NULLS LAST);