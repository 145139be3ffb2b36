CREATE TABLE "eval_cases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"mapping" jsonb NOT NULL,
	"params" jsonb NOT NULL,
	"inputs_hash" text NOT NULL,
	"expected" jsonb NOT NULL,
	"last_run" jsonb,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "eval_cases" ADD CONSTRAINT "eval_cases_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_cases" ADD CONSTRAINT "eval_cases_template_id_eval_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."eval_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_cases" ADD CONSTRAINT "eval_cases_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "eval_cases_inputs_key" ON "eval_cases" USING btree ("organization_id","template_id","inputs_hash");--> statement-breakpoint
CREATE INDEX "eval_cases_oldest" ON "eval_cases" USING btree ("organization_id","template_id","created_at","id");