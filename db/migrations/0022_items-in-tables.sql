ALTER TABLE "trace_views" RENAME TO "saved_views";--> statement-breakpoint
ALTER TABLE "saved_views" DROP CONSTRAINT "trace_views_name_key";--> statement-breakpoint
ALTER TABLE "saved_views" DROP CONSTRAINT "trace_views_organization_id_organizations_id_fk";
--> statement-breakpoint
ALTER TABLE "saved_views" DROP CONSTRAINT "trace_views_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "saved_views" ADD COLUMN "queue_id" uuid;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_queue_id_queues_id_fk" FOREIGN KEY ("queue_id") REFERENCES "public"."queues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_views_queue" ON "saved_views" USING btree ("queue_id") WHERE "saved_views"."queue_id" is not null;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_name_key" UNIQUE NULLS NOT DISTINCT("organization_id","user_id","queue_id","name");