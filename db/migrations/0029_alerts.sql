CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"measure" text NOT NULL,
	"comparison" text NOT NULL,
	"limit_share" double precision,
	"margin" double precision NOT NULL,
	"latency_ms" double precision,
	"cost_usd" double precision,
	"evaluation_id" uuid,
	"settle_minutes" integer NOT NULL,
	"false_alarm_days" integer NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"muted_until" timestamp (6) with time zone,
	"memory" jsonb NOT NULL,
	"folded_until" timestamp (6) with time zone NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alerts_name_key" UNIQUE("project_id","name")
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"side" text NOT NULL,
	"since" timestamp (6) with time zone NOT NULL,
	"opened_at" timestamp (6) with time zone NOT NULL,
	"requests" integer NOT NULL,
	"bad" integer NOT NULL,
	"limit_share" double precision NOT NULL,
	"requests_before" integer,
	"bad_before" integer,
	"acknowledged_at" timestamp (6) with time zone,
	"acknowledged_by" uuid,
	"closed_at" timestamp (6) with time zone,
	"closed_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_evaluation_id_eval_task_evaluations_id_fk" FOREIGN KEY ("evaluation_id") REFERENCES "public"."eval_task_evaluations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_acknowledged_by_users_id_fk" FOREIGN KEY ("acknowledged_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alerts_due" ON "alerts" USING btree ("due_at") WHERE "alerts"."enabled";--> statement-breakpoint
CREATE UNIQUE INDEX "incidents_open_key" ON "incidents" USING btree ("alert_id") WHERE "incidents"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "incidents_organization" ON "incidents" USING btree ("organization_id","opened_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "incidents_project" ON "incidents" USING btree ("project_id","opened_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "incidents_alert" ON "incidents" USING btree ("alert_id","opened_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "feedback_project" ON "feedback" USING btree ("project_id","created_at");