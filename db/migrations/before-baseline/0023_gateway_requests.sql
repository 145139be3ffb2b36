CREATE TABLE "gateway_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid,
	"key_id" uuid NOT NULL,
	"request_id" text NOT NULL,
	"operation" text NOT NULL,
	"requested_model" text,
	"provider" text,
	"model" text,
	"end_user" text,
	"session" text,
	"status" smallint NOT NULL,
	"code" text,
	"message" text,
	"started_at" timestamp (6) with time zone NOT NULL,
	"latency_ms" integer NOT NULL,
	"first_chunk_ms" integer,
	"is_stream" boolean NOT NULL,
	"input_tokens" integer,
	"output_tokens" integer,
	"cost_micros" bigint,
	"cache" text,
	"guardrails" jsonb,
	"attempts" jsonb,
	"user_agent" text,
	"trace_id" text,
	"span_id" text,
	"terms" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE INDEX "gateway_requests_organization" ON "gateway_requests" USING btree ("organization_id","started_at","id");--> statement-breakpoint
CREATE INDEX "gateway_requests_newest" ON "gateway_requests" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "gateway_requests_terms" ON "gateway_requests" USING gin ("terms");--> statement-breakpoint
CREATE INDEX "gateway_spend_organization" ON "gateway_spend" USING btree ("organization_id","day");