CREATE TABLE "voice_calls" (
	"call_id" uuid PRIMARY KEY NOT NULL,
	"execution_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"mark" uuid DEFAULT gen_random_uuid() NOT NULL,
	"dialed_at" timestamp (6) with time zone NOT NULL,
	"provider_call_id" text,
	"phone_number" text NOT NULL,
	"is_open" boolean DEFAULT true NOT NULL,
	"hang_ups" integer DEFAULT 0 NOT NULL,
	"recordings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"costs" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"latencies" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"summary" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "call_turns" ADD COLUMN "start_ms" integer;--> statement-breakpoint
ALTER TABLE "call_turns" ADD COLUMN "end_ms" integer;--> statement-breakpoint
ALTER TABLE "call_turns" ADD COLUMN "confidence" double precision;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD CONSTRAINT "voice_calls_call_id_call_executions_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."call_executions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "voice_calls_open" ON "voice_calls" USING btree ("execution_id") WHERE "voice_calls"."is_open";