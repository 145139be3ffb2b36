CREATE TABLE "suggestions" (
	"item_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	"queue_id" uuid NOT NULL,
	"value" jsonb NOT NULL,
	"origin" text NOT NULL,
	"confidence" real,
	"created_by" uuid NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suggestions_item_id_label_id_pk" PRIMARY KEY("item_id","label_id")
);
--> statement-breakpoint
ALTER TABLE "queues" ADD COLUMN "suggestions" text DEFAULT 'after' NOT NULL;--> statement-breakpoint
ALTER TABLE "scores" ADD COLUMN "suggestion" jsonb;--> statement-breakpoint
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_item_id_queue_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."queue_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_label_id_labels_id_fk" FOREIGN KEY ("label_id") REFERENCES "public"."labels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "suggestions_queue" ON "suggestions" USING btree ("queue_id","label_id");--> statement-breakpoint
CREATE INDEX "scores_suggestion" ON "scores" USING btree ("queue_id") WHERE "scores"."suggestion" is not null;