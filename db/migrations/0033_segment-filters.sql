ALTER TABLE "span_segments" ALTER COLUMN "words" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "span_segments" ADD COLUMN "filter" "bytea";--> statement-breakpoint
-- In the row and as it is: a search looks at thousands, and their bits cannot be compressed.
ALTER TABLE "span_segments" ALTER COLUMN "filter" SET STORAGE PLAIN;
