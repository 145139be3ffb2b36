-- Calls are counted by whoever has changed them: lib/simulation/runs/settle.ts.
DROP TRIGGER IF EXISTS "count_inserted" ON "call_executions";--> statement-breakpoint
DROP TRIGGER IF EXISTS "count_updated" ON "call_executions";--> statement-breakpoint
DROP FUNCTION IF EXISTS "count_new_calls"();--> statement-breakpoint
DROP FUNCTION IF EXISTS "count_changed_calls"();--> statement-breakpoint
DROP FUNCTION IF EXISTS "call_counts_of"(int, text, text);--> statement-breakpoint
DROP FUNCTION IF EXISTS "add_call_counts"(uuid, jsonb);--> statement-breakpoint
DELETE FROM "applied_functions" WHERE "file" = 'call-counts.sql';
