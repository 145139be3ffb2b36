CREATE TABLE "prompt_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"prompt_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"number" integer,
	"former_number" integer,
	"label" text,
	"message" text DEFAULT '' NOT NULL,
	"changed_by" uuid,
	"changed_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prompt_label_targets" (
	"prompt_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"moved_by" uuid,
	"moved_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "prompt_label_targets_prompt_id_label_id_pk" PRIMARY KEY("prompt_id","label_id")
);
--> statement-breakpoint
CREATE TABLE "prompt_labels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prompt_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"prompt_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"is_draft" boolean NOT NULL,
	"content" jsonb NOT NULL,
	"client_data" jsonb NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"committed_at" timestamp (6) with time zone,
	CONSTRAINT "prompt_versions_number_key" UNIQUE("prompt_id","number")
);
--> statement-breakpoint
CREATE TABLE "prompts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"folder" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"default_number" integer,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
ALTER TABLE "gateway_requests" ADD COLUMN "prompt" jsonb;--> statement-breakpoint
ALTER TABLE "prompt_changes" ADD CONSTRAINT "prompt_changes_prompt_id_prompts_id_fk" FOREIGN KEY ("prompt_id") REFERENCES "public"."prompts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompt_changes" ADD CONSTRAINT "prompt_changes_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompt_label_targets" ADD CONSTRAINT "prompt_label_targets_prompt_id_prompts_id_fk" FOREIGN KEY ("prompt_id") REFERENCES "public"."prompts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompt_label_targets" ADD CONSTRAINT "prompt_label_targets_version_id_prompt_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."prompt_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompt_label_targets" ADD CONSTRAINT "prompt_label_targets_moved_by_users_id_fk" FOREIGN KEY ("moved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompt_labels" ADD CONSTRAINT "prompt_labels_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompt_labels" ADD CONSTRAINT "prompt_labels_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompt_versions" ADD CONSTRAINT "prompt_versions_prompt_id_prompts_id_fk" FOREIGN KEY ("prompt_id") REFERENCES "public"."prompts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompt_versions" ADD CONSTRAINT "prompt_versions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompts" ADD CONSTRAINT "prompts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompts" ADD CONSTRAINT "prompts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompts" ADD CONSTRAINT "prompts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "prompt_changes_newest" ON "prompt_changes" USING btree ("prompt_id","changed_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "prompt_label_targets_label" ON "prompt_label_targets" USING btree ("label_id");--> statement-breakpoint
CREATE UNIQUE INDEX "prompt_labels_name_key" ON "prompt_labels" USING btree ("organization_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "prompts_name_key" ON "prompts" USING btree ("organization_id",lower("name")) WHERE "prompts"."deleted_at" is null;