CREATE TABLE "eval_bindings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"template_id" uuid NOT NULL,
	"version_number" integer,
	"group_id" uuid,
	"target" text NOT NULL,
	"target_id" uuid NOT NULL,
	"mapping" jsonb NOT NULL,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"config" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"model" text,
	"error_localizer" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'Inactive' NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "eval_group_members" (
	"group_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"added_by" uuid,
	"added_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "eval_group_members_group_id_template_id_pk" PRIMARY KEY("group_id","template_id")
);
--> statement-breakpoint
CREATE TABLE "eval_groups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid,
	"workspace_id" uuid,
	"name" text NOT NULL,
	"description" text,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "eval_logs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"version_number" integer NOT NULL,
	"dataset_id" uuid,
	"row_id" uuid,
	"binding_id" uuid,
	"source" text NOT NULL,
	"status" text NOT NULL,
	"outcome" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"input_types" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"output" jsonb,
	"label" text,
	"score" double precision,
	"passed" boolean,
	"reason" text DEFAULT '' NOT NULL,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"model" text,
	"metadata" jsonb,
	"raw_answer" text,
	"fingerprint" text NOT NULL,
	"execution_ms" double precision NOT NULL,
	"error_localizer" boolean DEFAULT false NOT NULL,
	"localization" jsonb,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "eval_template_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"template_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "eval_templates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid,
	"workspace_id" uuid,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"eval_type" text NOT NULL,
	"template_type" text DEFAULT 'single' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"draft" boolean DEFAULT false NOT NULL,
	"current_version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
ALTER TABLE "eval_bindings" ADD CONSTRAINT "eval_bindings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_bindings" ADD CONSTRAINT "eval_bindings_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_bindings" ADD CONSTRAINT "eval_bindings_group_id_eval_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."eval_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_bindings" ADD CONSTRAINT "eval_bindings_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_bindings" ADD CONSTRAINT "eval_bindings_template_fk" FOREIGN KEY ("template_id") REFERENCES "public"."eval_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_group_members" ADD CONSTRAINT "eval_group_members_group_id_eval_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."eval_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_group_members" ADD CONSTRAINT "eval_group_members_template_id_eval_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."eval_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_group_members" ADD CONSTRAINT "eval_group_members_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_groups" ADD CONSTRAINT "eval_groups_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_groups" ADD CONSTRAINT "eval_groups_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_groups" ADD CONSTRAINT "eval_groups_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_logs" ADD CONSTRAINT "eval_logs_template_id_eval_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."eval_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_template_versions" ADD CONSTRAINT "eval_template_versions_template_id_eval_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."eval_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_template_versions" ADD CONSTRAINT "eval_template_versions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_templates" ADD CONSTRAINT "eval_templates_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_templates" ADD CONSTRAINT "eval_templates_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_templates" ADD CONSTRAINT "eval_templates_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "eval_bindings_name_key" ON "eval_bindings" USING btree ("target","target_id",lower("name")) WHERE "eval_bindings"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "eval_group_members_template" ON "eval_group_members" USING btree ("template_id");--> statement-breakpoint
CREATE UNIQUE INDEX "eval_groups_name_key" ON "eval_groups" USING btree (coalesce("workspace_id", '00000000-0000-0000-0000-000000000000'::uuid),lower("name")) WHERE "eval_groups"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "eval_groups_workspace" ON "eval_groups" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "eval_logs_newest" ON "eval_logs" USING btree ("organization_id","created_at" DESC NULLS LAST,"id") WHERE "eval_logs"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "eval_logs_template" ON "eval_logs" USING btree ("organization_id","template_id","created_at" DESC NULLS LAST,"id") WHERE "eval_logs"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "eval_logs_score" ON "eval_logs" USING btree ("organization_id","template_id","score","id") WHERE "eval_logs"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "eval_logs_label" ON "eval_logs" USING btree ("organization_id","template_id",lower("label"),"id") WHERE "eval_logs"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "eval_logs_dataset" ON "eval_logs" USING btree ("organization_id","dataset_id","created_at" DESC NULLS LAST,"id") WHERE "eval_logs"."deleted_at" is null and "eval_logs"."dataset_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "eval_template_versions_number_key" ON "eval_template_versions" USING btree ("template_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "eval_templates_name_key" ON "eval_templates" USING btree (coalesce("organization_id", '00000000-0000-0000-0000-000000000000'::uuid),lower("name")) WHERE "eval_templates"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "eval_templates_organization" ON "eval_templates" USING btree ("organization_id","updated_at");