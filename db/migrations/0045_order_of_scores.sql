CREATE INDEX CONCURRENTLY "scores_newest" ON "scores" USING btree ("organization_id","created_at","id") WHERE "scores"."deleted_at" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY "scores_recent";
