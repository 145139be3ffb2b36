ALTER TABLE "gateway_keys" ADD COLUMN "former_key_hashes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "gateway_keys" ADD COLUMN "grace_ends_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "gateway_keys" ADD COLUMN "allowed_providers" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "gateway_keys" ADD COLUMN "allowed_ips" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "gateway_settings" ADD COLUMN "change_description" text;--> statement-breakpoint
CREATE INDEX "gateway_keys_newest" ON "gateway_keys" USING btree ("created_at","id");