CREATE TABLE "item_drafts" (
	"item_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"revision" bigserial NOT NULL,
	"annotations" jsonb NOT NULL,
	"item_notes" text NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "item_drafts_item_id_user_id_pk" PRIMARY KEY("item_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "submissions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"item_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"mutation_id" text,
	"fingerprint" text,
	"before" jsonb NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp (6) with time zone,
	CONSTRAINT "submissions_item_id_user_id_id_pk" PRIMARY KEY("item_id","user_id","id")
);
--> statement-breakpoint
DROP INDEX "scores_item_key";--> statement-breakpoint
ALTER TABLE "item_drafts" ADD CONSTRAINT "item_drafts_item_id_queue_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."queue_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_drafts" ADD CONSTRAINT "item_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_item_id_queue_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."queue_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_mutation" ON "submissions" USING btree ("user_id","mutation_id") WHERE "submissions"."mutation_id" is not null;--> statement-breakpoint
CREATE INDEX "submissions_created" ON "submissions" USING brin ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "scores_item_key" ON "scores" USING btree ("queue_item_id","label_id","annotator_id") WHERE "scores"."deleted_at" is null or "scores"."value" = 'null'::jsonb;