CREATE TABLE "eval_backfills" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"since" timestamp (6) with time zone,
	"until" timestamp (6) with time zone,
	"max_spans" integer NOT NULL,
	"ceiling_micros" bigint,
	"spent_micros" bigint DEFAULT 0 NOT NULL,
	"cursor" text DEFAULT '',
	"seen" integer DEFAULT 0 NOT NULL,
	"taken" integer DEFAULT 0 NOT NULL,
	"message" text,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "eval_feedback" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"log_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"value" jsonb,
	"explanation" text DEFAULT '' NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "eval_span_scores" (
	"organization_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"evaluation_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"span_id" text NOT NULL,
	"trace_id" text NOT NULL,
	"backfill_id" uuid,
	"outcome" text,
	"output" jsonb,
	"score" double precision,
	"label" text,
	"passed" boolean,
	"reason" text,
	"log_id" uuid,
	"cost_micros" bigint,
	"attempts" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"scored_at" timestamp (6) with time zone,
	CONSTRAINT "eval_span_scores_evaluation_id_span_id_pk" PRIMARY KEY("evaluation_id","span_id")
);
--> statement-breakpoint
CREATE TABLE "eval_task_evaluations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"task_id" uuid NOT NULL,
	"binding_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"template_id" uuid NOT NULL,
	"version_number" integer NOT NULL,
	"mapping" jsonb NOT NULL,
	"params" jsonb NOT NULL,
	"model" text,
	"error_localizer" boolean DEFAULT false NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "eval_tasks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"continuous" boolean DEFAULT true NOT NULL,
	"filters" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sampling_rate" double precision DEFAULT 1 NOT NULL,
	"sampling_unit" text DEFAULT 'trace' NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "span_marks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "span_marks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" uuid NOT NULL,
	"span_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "eval_backfills" ADD CONSTRAINT "eval_backfills_task_id_eval_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."eval_tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_backfills" ADD CONSTRAINT "eval_backfills_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_feedback" ADD CONSTRAINT "eval_feedback_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_task_evaluations" ADD CONSTRAINT "eval_task_evaluations_task_id_eval_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."eval_tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_task_evaluations" ADD CONSTRAINT "eval_task_evaluations_binding_id_eval_bindings_id_fk" FOREIGN KEY ("binding_id") REFERENCES "public"."eval_bindings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_task_evaluations" ADD CONSTRAINT "eval_task_evaluations_template_id_eval_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."eval_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_tasks" ADD CONSTRAINT "eval_tasks_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_tasks" ADD CONSTRAINT "eval_tasks_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_tasks" ADD CONSTRAINT "eval_tasks_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_tasks" ADD CONSTRAINT "eval_tasks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "eval_backfills_task" ON "eval_backfills" USING btree ("task_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "eval_backfills_running" ON "eval_backfills" USING btree ("updated_at") WHERE "eval_backfills"."status" = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "eval_feedback_key" ON "eval_feedback" USING btree ("log_id","user_id");--> statement-breakpoint
CREATE INDEX "eval_feedback_template" ON "eval_feedback" USING btree ("organization_id","template_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "eval_span_scores_open" ON "eval_span_scores" USING btree ("task_id","created_at") WHERE "eval_span_scores"."outcome" is null;--> statement-breakpoint
CREATE INDEX "eval_span_scores_task" ON "eval_span_scores" USING btree ("task_id","scored_at" DESC NULLS LAST,"evaluation_id","span_id");--> statement-breakpoint
CREATE INDEX "eval_span_scores_trace" ON "eval_span_scores" USING btree ("project_id","trace_id");--> statement-breakpoint
CREATE INDEX "eval_task_evaluations_task" ON "eval_task_evaluations" USING btree ("task_id","position");--> statement-breakpoint
CREATE INDEX "eval_tasks_organization" ON "eval_tasks" USING btree ("organization_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "eval_tasks_takers" ON "eval_tasks" USING btree ("project_id") WHERE "eval_tasks"."status" = 'active' and "eval_tasks"."continuous" and "eval_tasks"."deleted_at" is null;