DROP INDEX "eval_logs_score";--> statement-breakpoint
DROP INDEX "eval_logs_label";--> statement-breakpoint
CREATE INDEX "eval_logs_score_up" ON "eval_logs" USING btree ("organization_id","template_id","score","created_at" DESC NULLS LAST,"id") WHERE "eval_logs"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "eval_logs_score_down" ON "eval_logs" USING btree ("organization_id","template_id","score" DESC NULLS LAST,"created_at" DESC NULLS LAST,"id") WHERE "eval_logs"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "eval_logs_label_up" ON "eval_logs" USING btree ("organization_id","template_id",left(lower("label"), 200),"created_at" DESC NULLS LAST,"id") WHERE "eval_logs"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "eval_logs_label_down" ON "eval_logs" USING btree ("organization_id","template_id",left(lower("label"), 200) desc nulls last,"created_at" DESC NULLS LAST,"id") WHERE "eval_logs"."deleted_at" is null;--> statement-breakpoint
-- Which organization runs which template, so that the planner can say how many runs there are.
CREATE STATISTICS "eval_logs_of_template" (mcv, dependencies) ON "organization_id", "template_id" FROM "eval_logs";
