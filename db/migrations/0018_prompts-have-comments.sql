CREATE TABLE "prompt_comments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"prompt_id" uuid NOT NULL,
	"number" integer,
	"text" text NOT NULL,
	"mentioned_user_ids" uuid[] DEFAULT '{}' NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp (6) with time zone
);
--> statement-breakpoint
ALTER TABLE "eval_logs" ADD COLUMN "prompt" text;--> statement-breakpoint
ALTER TABLE "eval_runs" ADD COLUMN "prompt" text;--> statement-breakpoint
ALTER TABLE "spans" ADD COLUMN "prompt" text;--> statement-breakpoint
ALTER TABLE "prompt_comments" ADD CONSTRAINT "prompt_comments_prompt_id_prompts_id_fk" FOREIGN KEY ("prompt_id") REFERENCES "public"."prompts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompt_comments" ADD CONSTRAINT "prompt_comments_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "prompt_comments_newest" ON "prompt_comments" USING btree ("prompt_id","created_at" DESC NULLS LAST,"id");