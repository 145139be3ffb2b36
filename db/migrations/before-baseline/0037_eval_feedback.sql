CREATE TABLE "eval_feedback" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"log_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"action" text NOT NULL,
	"value" jsonb NOT NULL,
	"explanation" text DEFAULT '' NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "eval_feedback" ADD CONSTRAINT "eval_feedback_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_feedback" ADD CONSTRAINT "eval_feedback_template_id_eval_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."eval_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_feedback" ADD CONSTRAINT "eval_feedback_log_id_eval_logs_id_fk" FOREIGN KEY ("log_id") REFERENCES "public"."eval_logs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_feedback" ADD CONSTRAINT "eval_feedback_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "eval_feedback_log_key" ON "eval_feedback" USING btree ("log_id","user_id");--> statement-breakpoint
CREATE INDEX "eval_feedback_template" ON "eval_feedback" USING btree ("organization_id","template_id","log_id");