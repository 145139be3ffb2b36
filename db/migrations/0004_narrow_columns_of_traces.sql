DROP INDEX "projects_organization";--> statement-breakpoint
DROP INDEX "prototype_runs_organization";--> statement-breakpoint
DROP INDEX "trace_sessions_project";--> statement-breakpoint
DROP INDEX "traces_project";--> statement-breakpoint
DROP INDEX "traces_session";--> statement-breakpoint
ALTER TABLE "spans" ADD COLUMN "user_id" text;--> statement-breakpoint
ALTER TABLE "spans" ADD COLUMN "environment" text;--> statement-breakpoint
ALTER TABLE "spans" ADD COLUMN "tags" text[];--> statement-breakpoint
ALTER TABLE "traces" ADD COLUMN "user_id" text;--> statement-breakpoint
ALTER TABLE "traces" ADD COLUMN "environment" text;--> statement-breakpoint
ALTER TABLE "traces" ADD COLUMN "error_spans" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "traces" ADD COLUMN "is_internal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "traces" ADD COLUMN "terms" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "spans_newest" ON "spans" USING btree ("project_id","started_at","span_id");--> statement-breakpoint
CREATE INDEX "trace_sessions_organization" ON "trace_sessions" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "traces_newest" ON "traces" USING btree ("organization_id","started_at","id","is_internal");--> statement-breakpoint
CREATE INDEX "traces_terms" ON "traces" USING gin ("terms");--> statement-breakpoint
CREATE INDEX "traces_latency" ON "traces" USING btree ("organization_id","latency_ms");--> statement-breakpoint
CREATE INDEX "traces_tokens" ON "traces" USING btree ("organization_id","total_tokens") WHERE "traces"."total_tokens" is not null;--> statement-breakpoint
CREATE INDEX "traces_cost" ON "traces" USING btree ("organization_id","cost_usd") WHERE "traces"."cost_usd" is not null;--> statement-breakpoint
CREATE INDEX "projects_organization" ON "projects" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "prototype_runs_organization" ON "prototype_runs" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "trace_sessions_project" ON "trace_sessions" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "traces_project" ON "traces" USING btree ("project_id","started_at","id","is_internal");--> statement-breakpoint
CREATE INDEX "traces_session" ON "traces" USING btree ("session_id","started_at","id") WHERE "traces"."session_id" is not null;