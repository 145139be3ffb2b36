CREATE TABLE "eval_ground_truths" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"file_name" text NOT NULL,
	"columns" text[] NOT NULL,
	"rows" jsonb NOT NULL,
	"variable_mapping" jsonb NOT NULL,
	"role_mapping" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "eval_ground_truths" ADD CONSTRAINT "eval_ground_truths_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_ground_truths" ADD CONSTRAINT "eval_ground_truths_template_id_eval_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."eval_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_ground_truths" ADD CONSTRAINT "eval_ground_truths_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "eval_ground_truths_template" ON "eval_ground_truths" USING btree ("organization_id","template_id","created_at");