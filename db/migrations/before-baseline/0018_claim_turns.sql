CREATE TABLE "claim_turns" (
	"queue_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"claims" bigint DEFAULT 1 NOT NULL,
	"starts_at_priority" integer,
	"starts_at_order" integer,
	"starts_at_id" uuid,
	"queue_revision" text,
	"takes_unassigned" boolean,
	CONSTRAINT "claim_turns_queue_id_user_id_pk" PRIMARY KEY("queue_id","user_id")
);
--> statement-breakpoint
DROP INDEX "queue_items_status";--> statement-breakpoint
DROP INDEX "queue_items_free";--> statement-breakpoint
ALTER TABLE "claim_turns" ADD CONSTRAINT "claim_turns_queue_id_queues_id_fk" FOREIGN KEY ("queue_id") REFERENCES "public"."queues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "queue_items_open" ON "queue_items" USING btree ("queue_id","id") WHERE "queue_items"."status" <> 'completed' and "queue_items"."purpose" = 'work' and "queue_items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "queue_items_free" ON "queue_items" USING btree ("queue_id",(-"priority"),"order","id") WHERE "queue_items"."open_seats" > 0 and "queue_items"."deleted_at" is null;