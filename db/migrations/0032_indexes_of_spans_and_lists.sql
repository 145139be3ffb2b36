CREATE INDEX CONCURRENTLY "agreement_items_label" ON "agreement_items" USING btree ("queue_id","label_id","item_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "queue_exports_newest" ON "queue_exports" USING btree ("queue_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "spans_span_id" ON "spans" USING hash ("span_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "spans_start" ON "spans" USING btree ("project_id","started_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "spans_of_trace" ON "spans" USING btree ("project_id","trace_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "traces_trace_id" ON "traces" USING hash ("trace_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY "spans_organization";--> statement-breakpoint
DROP INDEX CONCURRENTLY "spans_newest";--> statement-breakpoint
DROP INDEX CONCURRENTLY "spans_trace";--> statement-breakpoint
DROP INDEX CONCURRENTLY "traces_organization";
