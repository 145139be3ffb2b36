CREATE TABLE "filter_groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "filter_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"last_segment_id" bigint NOT NULL,
	"segment_count" smallint NOT NULL,
	"bits" "bytea" NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "span_segments" ADD COLUMN "filter_group_id" bigint;--> statement-breakpoint
ALTER TABLE "span_segments" ADD COLUMN "filter_number" smallint;--> statement-breakpoint
CREATE INDEX "filter_groups_newest" ON "filter_groups" USING btree ("organization_id","project_id","last_segment_id");--> statement-breakpoint
-- As they are: a search reads some bytes here and there, and they cannot be compressed.
ALTER TABLE "filter_groups" ALTER COLUMN "bits" SET STORAGE EXTERNAL;--> statement-breakpoint
-- A segment without its filter is a hundredth of what it was. New ones take the room as soon as it is known to be free.
ALTER TABLE "span_segments" SET (autovacuum_vacuum_scale_factor = 0.02);
