CREATE TABLE "generated_rows" (
	"generation_id" uuid NOT NULL,
	"row_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"branch" text[] DEFAULT '{}' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"writer" text,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "generated_rows_generation_id_row_id_pk" PRIMARY KEY("generation_id","row_id")
);
--> statement-breakpoint
CREATE TABLE "scenario_generations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"scenario_id" uuid NOT NULL,
	"dataset_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"column_ids" uuid[] NOT NULL,
	"guidance" text DEFAULT '' NOT NULL,
	"seed" integer NOT NULL,
	"model" text,
	"status" text DEFAULT 'running' NOT NULL,
	"error" text,
	"round" integer DEFAULT 0 NOT NULL,
	"mutation_id" text,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "scenario_graphs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"scenario_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"graph" jsonb NOT NULL,
	"source" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "scenarios" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"source_type" text NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"agent_definition_id" uuid,
	"agent_version_id" uuid,
	"simulator_agent_id" uuid,
	"dataset_id" uuid,
	"status" text DEFAULT 'Processing' NOT NULL,
	"error" text,
	"recipe" jsonb NOT NULL,
	"mutation_id" text,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
ALTER TABLE "datasets" ADD COLUMN "source" text DEFAULT 'dataset' NOT NULL;--> statement-breakpoint
ALTER TABLE "generated_rows" ADD CONSTRAINT "generated_rows_generation_id_scenario_generations_id_fk" FOREIGN KEY ("generation_id") REFERENCES "public"."scenario_generations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scenario_generations" ADD CONSTRAINT "scenario_generations_scenario_id_scenarios_id_fk" FOREIGN KEY ("scenario_id") REFERENCES "public"."scenarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scenario_generations" ADD CONSTRAINT "scenario_generations_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scenario_graphs" ADD CONSTRAINT "scenario_graphs_scenario_id_scenarios_id_fk" FOREIGN KEY ("scenario_id") REFERENCES "public"."scenarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scenario_graphs" ADD CONSTRAINT "scenario_graphs_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scenarios" ADD CONSTRAINT "scenarios_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scenarios" ADD CONSTRAINT "scenarios_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scenarios" ADD CONSTRAINT "scenarios_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scenarios" ADD CONSTRAINT "scenarios_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "generated_rows_place_key" ON "generated_rows" USING btree ("generation_id","place");--> statement-breakpoint
CREATE INDEX "generated_rows_open" ON "generated_rows" USING btree ("row_id") WHERE "generated_rows"."status" <> 'done';--> statement-breakpoint
CREATE UNIQUE INDEX "scenario_generations_mutation_key" ON "scenario_generations" USING btree ("scenario_id","mutation_id");--> statement-breakpoint
CREATE INDEX "scenario_generations_scenario" ON "scenario_generations" USING btree ("scenario_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "scenario_graphs_version_key" ON "scenario_graphs" USING btree ("scenario_id","version");--> statement-breakpoint
CREATE INDEX "scenarios_newest" ON "scenarios" USING btree ("workspace_id","created_at" DESC NULLS LAST,"id") WHERE "scenarios"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "scenarios_mutation_key" ON "scenarios" USING btree ("organization_id","created_by","mutation_id");