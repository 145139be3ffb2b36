-- The indexes stay: only how long their lists of new entries may be changes (db/merge-pending.ts).
ALTER INDEX "gateway_requests_terms" SET (gin_pending_list_limit = 65536);--> statement-breakpoint
ALTER INDEX "span_segments_words" SET (gin_pending_list_limit = 65536);--> statement-breakpoint
ALTER INDEX "traces_terms" SET (gin_pending_list_limit = 65536);
