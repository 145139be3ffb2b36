ALTER TABLE "incidents" ADD COLUMN "spent_micros" bigint;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "limit_micros" bigint;