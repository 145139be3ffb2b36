CREATE INDEX CONCURRENTLY "span_segments_newest" ON "span_segments" USING btree ("organization_id","id","project_id");
