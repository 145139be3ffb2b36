CREATE TABLE "check_counters" (
	"queue_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"answered" integer NOT NULL,
	"matching" integer NOT NULL,
	CONSTRAINT "check_counters_queue_id_user_id_label_id_purpose_pk" PRIMARY KEY("queue_id","user_id","label_id","purpose")
);
--> statement-breakpoint
CREATE TABLE "check_results" (
	"item_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	"queue_id" uuid NOT NULL,
	"matches" boolean NOT NULL,
	CONSTRAINT "check_results_item_id_label_id_pk" PRIMARY KEY("item_id","label_id")
);
--> statement-breakpoint
CREATE TABLE "gold_answers" (
	"item_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	"value" jsonb NOT NULL,
	"set_by" uuid NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gold_answers_item_id_label_id_pk" PRIMARY KEY("item_id","label_id")
);
--> statement-breakpoint
DROP INDEX "item_seats_user";--> statement-breakpoint
DROP INDEX "queue_items_source_key";--> statement-breakpoint
ALTER TABLE "annotator_counters" ADD COLUMN "checks_in_progress" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "annotator_counters" ADD COLUMN "checks_in_review" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "annotator_counters" ADD COLUMN "checks_completed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "annotator_counters" ADD COLUMN "checks_skipped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "queue_items" ADD COLUMN "purpose" text DEFAULT 'work' NOT NULL;--> statement-breakpoint
ALTER TABLE "queue_items" ADD COLUMN "copy_of" uuid;--> statement-breakpoint
ALTER TABLE "queue_items" ADD COLUMN "copy_for" uuid;--> statement-breakpoint
ALTER TABLE "queues" ADD COLUMN "gold_percent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "queues" ADD COLUMN "repeat_percent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "gold_answers" ADD CONSTRAINT "gold_answers_item_id_queue_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."queue_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gold_answers" ADD CONSTRAINT "gold_answers_label_id_labels_id_fk" FOREIGN KEY ("label_id") REFERENCES "public"."labels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gold_answers" ADD CONSTRAINT "gold_answers_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "check_results_queue" ON "check_results" USING btree ("queue_id");--> statement-breakpoint
ALTER TABLE "queue_items" ADD CONSTRAINT "queue_items_copy_of_queue_items_id_fk" FOREIGN KEY ("copy_of") REFERENCES "public"."queue_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_items" ADD CONSTRAINT "queue_items_copy_for_users_id_fk" FOREIGN KEY ("copy_for") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "queue_items_copy_key" ON "queue_items" USING btree ("copy_of","copy_for") WHERE "queue_items"."copy_of" is not null;--> statement-breakpoint
CREATE INDEX "queue_items_gold" ON "queue_items" USING btree ("queue_id") WHERE "queue_items"."purpose" = 'gold' and "queue_items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "item_seats_user" ON "item_seats" USING btree ("queue_id","user_id","state","completed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "queue_items_source_key" ON "queue_items" USING btree ("queue_id","source_type","source_id") WHERE "queue_items"."deleted_at" is null and "queue_items"."copy_of" is null;--> statement-breakpoint
ALTER TABLE "queue_items" ADD CONSTRAINT "queue_items_copy" CHECK (("queue_items"."purpose" in ('gold_copy', 'repeat')) = ("queue_items"."copy_of" is not null)
        and ("queue_items"."copy_of" is null) = ("queue_items"."copy_for" is null));