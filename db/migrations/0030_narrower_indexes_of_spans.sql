-- With many spans, build the new ones beforehand with CREATE INDEX CONCURRENTLY: then nobody waits.
DROP INDEX "spans_organization";--> statement-breakpoint
DROP INDEX "spans_newest";--> statement-breakpoint
DROP INDEX "spans_trace";--> statement-breakpoint
DROP INDEX "traces_organization";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "spans_span_id" ON "spans" USING hash ("span_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "spans_start" ON "spans" USING btree ("project_id","started_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "spans_of_trace" ON "spans" USING btree ("project_id","trace_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "traces_trace_id" ON "traces" USING hash ("trace_id");