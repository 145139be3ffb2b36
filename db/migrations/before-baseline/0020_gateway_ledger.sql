CREATE TABLE "gateway_ledger" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"key_id" uuid NOT NULL,
	"organization_id" uuid,
	"request_id" text,
	"end_user" text,
	"requested_model" text,
	"provider" text,
	"model" text,
	"input_tokens" integer,
	"cached_input_tokens" integer,
	"cache_write_tokens" integer,
	"output_tokens" integer,
	"is_estimated" boolean,
	"cost_micros" bigint,
	"price_version" text,
	"credit_micros" bigint DEFAULT 0 NOT NULL,
	"idempotency_key" text,
	"occurred_at" timestamp (6) with time zone NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gateway_spend" (
	"day" date NOT NULL,
	"organization_id" uuid,
	"key_id" uuid NOT NULL,
	"end_user" text,
	"requested_model" text NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"calls" bigint NOT NULL,
	"input_tokens" bigint NOT NULL,
	"output_tokens" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	CONSTRAINT "gateway_spend_key" UNIQUE NULLS NOT DISTINCT("key_id","day","organization_id","end_user","requested_model","provider","model")
);
--> statement-breakpoint
ALTER TABLE "gateway_keys" ADD COLUMN "budget" jsonb;--> statement-breakpoint
CREATE INDEX "gateway_ledger_key" ON "gateway_ledger" USING btree ("key_id","occurred_at");--> statement-breakpoint
CREATE INDEX "gateway_ledger_organization" ON "gateway_ledger" USING btree ("organization_id","occurred_at");--> statement-breakpoint
CREATE UNIQUE INDEX "gateway_ledger_idempotency_key" ON "gateway_ledger" USING btree ("key_id","idempotency_key") WHERE "gateway_ledger"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "gateway_spend_day" ON "gateway_spend" USING btree ("day");--> statement-breakpoint
INSERT INTO "gateway_ledger" ("kind", "key_id", "organization_id", "credit_micros", "occurred_at") SELECT 'top_up', "id", "organization_id", "credit_balance_micros", "created_at" FROM "gateway_keys" WHERE "credit_balance_micros" > 0;
