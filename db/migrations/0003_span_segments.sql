CREATE TABLE "span_segments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "span_segments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"lines" "bytea" NOT NULL,
	"words" "tsvector" NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "span_segments" ALTER COLUMN "lines" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "spans" ALTER COLUMN "attributes" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "spans" ALTER COLUMN "resource" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "spans" ALTER COLUMN "events" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "spans" ALTER COLUMN "links" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "spans" ADD COLUMN "has_input" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "spans" ADD COLUMN "has_output" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "spans" ADD COLUMN "segment_id" bigint;--> statement-breakpoint
ALTER TABLE "spans" ADD COLUMN "segment_line" integer;--> statement-breakpoint
ALTER TABLE "traces" ADD COLUMN "input_span_id" text;--> statement-breakpoint
ALTER TABLE "traces" ADD COLUMN "output_span_id" text;--> statement-breakpoint
CREATE INDEX "span_segments_words" ON "span_segments" USING gin ("words");--> statement-breakpoint
CREATE INDEX "spans_segment" ON "spans" USING btree ("segment_id");