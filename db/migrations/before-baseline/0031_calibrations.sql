CREATE TABLE "eval_calibrations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"queue_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	"pass_values" text[] NOT NULL,
	"evaluation_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"version_number" integer NOT NULL,
	"fingerprint" text NOT NULL,
	"model" text,
	"least_kappa" double precision NOT NULL,
	"disagreement_queue_id" uuid,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
ALTER TABLE "eval_calibrations" ADD CONSTRAINT "eval_calibrations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_calibrations" ADD CONSTRAINT "eval_calibrations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_calibrations" ADD CONSTRAINT "eval_calibrations_queue_id_queues_id_fk" FOREIGN KEY ("queue_id") REFERENCES "public"."queues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_calibrations" ADD CONSTRAINT "eval_calibrations_label_id_labels_id_fk" FOREIGN KEY ("label_id") REFERENCES "public"."labels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_calibrations" ADD CONSTRAINT "eval_calibrations_evaluation_id_eval_run_evaluations_id_fk" FOREIGN KEY ("evaluation_id") REFERENCES "public"."eval_run_evaluations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_calibrations" ADD CONSTRAINT "eval_calibrations_disagreement_queue_id_queues_id_fk" FOREIGN KEY ("disagreement_queue_id") REFERENCES "public"."queues"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_calibrations" ADD CONSTRAINT "eval_calibrations_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "eval_calibrations_newest" ON "eval_calibrations" USING btree ("organization_id","created_at" DESC NULLS LAST,"id") WHERE "eval_calibrations"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "eval_calibrations_fingerprint" ON "eval_calibrations" USING btree ("organization_id","fingerprint","created_at" DESC NULLS LAST) WHERE "eval_calibrations"."deleted_at" is null;