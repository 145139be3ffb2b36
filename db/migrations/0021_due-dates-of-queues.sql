ALTER TABLE "queues" ADD COLUMN "due_date" date;--> statement-breakpoint
CREATE INDEX "labels_by_name" ON "labels" USING btree ("organization_id",lower("name"));--> statement-breakpoint
CREATE INDEX "queues_by_name" ON "queues" USING btree ("organization_id",lower("name"));--> statement-breakpoint
CREATE INDEX "queues_by_due_date" ON "queues" USING btree ("organization_id","due_date");--> statement-breakpoint
CREATE INDEX "datasets_by_age" ON "datasets" USING btree ("organization_id","created_at");