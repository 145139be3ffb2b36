ALTER TABLE "api_keys" ADD COLUMN "scopes" text[] DEFAULT '{"read","write","ingest","gateway","admin"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "expires_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "last_used_network" text;