CREATE TABLE "dataset_version_rows" (
	"dataset_id" uuid NOT NULL,
	"row_id" uuid NOT NULL,
	"since" integer NOT NULL,
	"until" integer,
	"order" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"metadata" jsonb NOT NULL,
	CONSTRAINT "dataset_version_rows_dataset_id_row_id_since_pk" PRIMARY KEY("dataset_id","row_id","since")
);
--> statement-breakpoint
CREATE TABLE "dataset_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"dataset_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"columns" jsonb NOT NULL,
	"row_count" integer NOT NULL,
	"added" integer NOT NULL,
	"changed" integer NOT NULL,
	"removed" integer NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
ALTER TABLE "eval_run_cells" ADD COLUMN "latency_ms" double precision;--> statement-breakpoint
ALTER TABLE "eval_run_evaluations" ADD COLUMN "judges" uuid;--> statement-breakpoint
ALTER TABLE "eval_runs" ADD COLUMN "task" text;--> statement-breakpoint
ALTER TABLE "eval_runs" ADD COLUMN "output_column_id" uuid;--> statement-breakpoint
ALTER TABLE "eval_runs" ADD COLUMN "dataset_version_id" uuid;--> statement-breakpoint
ALTER TABLE "dataset_version_rows" ADD CONSTRAINT "dataset_version_rows_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset_versions" ADD CONSTRAINT "dataset_versions_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset_versions" ADD CONSTRAINT "dataset_versions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dataset_version_rows_order" ON "dataset_version_rows" USING btree ("dataset_id","order","row_id");--> statement-breakpoint
CREATE UNIQUE INDEX "dataset_versions_number_key" ON "dataset_versions" USING btree ("dataset_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "dataset_versions_name_key" ON "dataset_versions" USING btree ("dataset_id",lower("name")) WHERE "dataset_versions"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "eval_runs" ADD CONSTRAINT "eval_runs_dataset_version_id_dataset_versions_id_fk" FOREIGN KEY ("dataset_version_id") REFERENCES "public"."dataset_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "eval_runs_experiments" ON "eval_runs" USING btree ("organization_id","created_at","id") WHERE "eval_runs"."task" is not null;--> statement-breakpoint
CREATE INDEX "eval_runs_version" ON "eval_runs" USING btree ("dataset_version_id") WHERE "eval_runs"."dataset_version_id" is not null;