CREATE TABLE "eval_run_cells" (
	"evaluation_id" uuid NOT NULL,
	"row_id" uuid NOT NULL,
	"repeat" integer DEFAULT 0 NOT NULL,
	"run_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"outcome" text,
	"score" double precision,
	"label" text,
	"passed" boolean,
	"output" jsonb,
	"reason" text,
	"inputs_hash" text,
	"log_id" uuid,
	"cost_micros" bigint DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp (6) with time zone,
	"ended_at" timestamp (6) with time zone,
	CONSTRAINT "eval_run_cells_evaluation_id_row_id_repeat_pk" PRIMARY KEY("evaluation_id","row_id","repeat")
);
--> statement-breakpoint
CREATE TABLE "eval_run_evaluations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"run_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"order" integer NOT NULL,
	"name" text NOT NULL,
	"binding_id" uuid,
	"template_id" uuid,
	"version_number" integer,
	"definition_fingerprint" text,
	"child_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"model" text,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"pass_threshold" double precision,
	"error_localizer" boolean DEFAULT false NOT NULL,
	"mapping" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"prediction" jsonb,
	"column_id" uuid,
	"reason_column_id" uuid,
	"cells" integer DEFAULT 0 NOT NULL,
	"scored" integer DEFAULT 0 NOT NULL,
	"unscored" integer DEFAULT 0 NOT NULL,
	"errors" integer DEFAULT 0 NOT NULL,
	"answered" integer DEFAULT 0 NOT NULL,
	"passed" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"score_sum" double precision DEFAULT 0 NOT NULL,
	"cost_micros" bigint DEFAULT 0 NOT NULL,
	"dearest_micros" bigint DEFAULT 0 NOT NULL,
	"unpriced" integer DEFAULT 0 NOT NULL,
	"stopped_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "eval_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"dataset_id" uuid NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"row_count" integer NOT NULL,
	"repeats" integer DEFAULT 1 NOT NULL,
	"at_once" integer NOT NULL,
	"ceiling_micros" bigint,
	"estimate_micros" bigint,
	"spent_micros" bigint DEFAULT 0 NOT NULL,
	"lost_micros" bigint DEFAULT 0 NOT NULL,
	"was_interrupted" boolean DEFAULT false NOT NULL,
	"grades_again" uuid,
	"holder" text,
	"round" integer DEFAULT 1 NOT NULL,
	"cancel_requested_at" timestamp (6) with time zone,
	"progressed_at" timestamp (6) with time zone,
	"started_at" timestamp (6) with time zone,
	"ended_at" timestamp (6) with time zone,
	"mutation_id" text,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dataset_columns" ADD COLUMN "origin" text DEFAULT 'OTHERS' NOT NULL;--> statement-breakpoint
ALTER TABLE "dataset_columns" ADD COLUMN "source_id" uuid;--> statement-breakpoint
ALTER TABLE "dataset_columns" ADD COLUMN "shown_evaluation_id" uuid;--> statement-breakpoint
ALTER TABLE "dataset_columns" ADD COLUMN "prediction" jsonb;--> statement-breakpoint
ALTER TABLE "eval_run_cells" ADD CONSTRAINT "eval_run_cells_evaluation_id_eval_run_evaluations_id_fk" FOREIGN KEY ("evaluation_id") REFERENCES "public"."eval_run_evaluations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_run_evaluations" ADD CONSTRAINT "eval_run_evaluations_run_id_eval_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."eval_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_runs" ADD CONSTRAINT "eval_runs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_runs" ADD CONSTRAINT "eval_runs_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_runs" ADD CONSTRAINT "eval_runs_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_runs" ADD CONSTRAINT "eval_runs_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "eval_run_cells_position" ON "eval_run_cells" USING btree ("run_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "eval_run_evaluations_order_key" ON "eval_run_evaluations" USING btree ("run_id","order");--> statement-breakpoint
CREATE INDEX "eval_run_evaluations_binding" ON "eval_run_evaluations" USING btree ("binding_id");--> statement-breakpoint
CREATE INDEX "eval_runs_newest" ON "eval_runs" USING btree ("organization_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "eval_runs_dataset" ON "eval_runs" USING btree ("dataset_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "eval_runs_open" ON "eval_runs" USING btree ("progressed_at") WHERE "eval_runs"."status" in ('pending', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "eval_runs_mutation_key" ON "eval_runs" USING btree ("organization_id","mutation_id") WHERE "eval_runs"."mutation_id" is not null;--> statement-breakpoint
-- A cell is written once more when it has ended: in the room that is left beside it, without a new entry in the indexes.
ALTER TABLE "eval_run_cells" SET (fillfactor = 40);
