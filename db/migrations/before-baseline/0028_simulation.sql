CREATE TABLE "call_evaluations" (
	"call_id" uuid NOT NULL,
	"evaluation_id" uuid NOT NULL,
	"execution_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"outcome" text,
	"output" jsonb,
	"label" text,
	"score" double precision,
	"passed" boolean,
	"reason" text DEFAULT '' NOT NULL,
	"log_id" uuid,
	"fingerprint" text,
	"cost_micros" bigint,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "call_evaluations_call_id_evaluation_id_pk" PRIMARY KEY("call_id","evaluation_id")
);
--> statement-breakpoint
CREATE TABLE "call_executions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"execution_id" uuid NOT NULL,
	"run_test_id" uuid NOT NULL,
	"scenario_id" uuid NOT NULL,
	"row_id" uuid,
	"repeat" integer DEFAULT 1 NOT NULL,
	"number" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"row" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"turn_count" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (6) with time zone,
	"ended_at" timestamp (6) with time zone,
	"cause" text,
	"ended_reason" text,
	"faults" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"fault_side" text,
	"fault_kind" text,
	"verdict" text,
	"checks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"state" jsonb,
	"metrics" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"overall_score" double precision,
	"tool_outputs" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"cost_micros" bigint DEFAULT 0 NOT NULL,
	"waits" integer DEFAULT 0 NOT NULL,
	"wait_until" timestamp (6) with time zone,
	"forked_from" uuid,
	"fork_turn" integer,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "call_snapshots" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"call_id" uuid NOT NULL,
	"rerun_type" text NOT NULL,
	"call" jsonb NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "call_turns" (
	"call_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"role" text NOT NULL,
	"content" text NOT NULL,
	"messages" jsonb NOT NULL,
	"scripted" boolean DEFAULT false NOT NULL,
	"ends" boolean DEFAULT false NOT NULL,
	"latency_ms" double precision,
	"input_tokens" integer,
	"output_tokens" integer,
	"cost_micros" bigint,
	"model" text,
	"trace_id" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "call_turns_call_id_number_pk" PRIMARY KEY("call_id","number")
);
--> statement-breakpoint
CREATE TABLE "run_test_scenarios" (
	"run_test_id" uuid NOT NULL,
	"scenario_id" uuid NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "run_test_scenarios_run_test_id_scenario_id_pk" PRIMARY KEY("run_test_id","scenario_id")
);
--> statement-breakpoint
CREATE TABLE "run_tests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"agent_definition_id" uuid NOT NULL,
	"agent_version_id" uuid,
	"simulator_agent_id" uuid,
	"dataset_row_ids" uuid[] DEFAULT '{}' NOT NULL,
	"enable_tool_evaluation" boolean DEFAULT false NOT NULL,
	"settings" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"last_run_at" timestamp (6) with time zone,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "test_execution_evaluations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"execution_id" uuid NOT NULL,
	"binding_id" uuid NOT NULL,
	"generation" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"template_id" uuid NOT NULL,
	"version_number" integer NOT NULL,
	"fingerprint" text NOT NULL,
	"model" text,
	"mapping" jsonb NOT NULL,
	"params" jsonb NOT NULL,
	"config" jsonb NOT NULL,
	"error_localizer" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_executions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"run_test_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"driver" text NOT NULL,
	"scenario_ids" uuid[] NOT NULL,
	"pinned" jsonb NOT NULL,
	"settings" jsonb NOT NULL,
	"enable_tool_evaluation" boolean NOT NULL,
	"agent_version_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"idempotency_key" text,
	"spent_micros" bigint DEFAULT 0 NOT NULL,
	"error" text,
	"total_calls" integer DEFAULT 0 NOT NULL,
	"pending_calls" integer DEFAULT 0 NOT NULL,
	"ongoing_calls" integer DEFAULT 0 NOT NULL,
	"analyzing_calls" integer DEFAULT 0 NOT NULL,
	"completed_calls" integer DEFAULT 0 NOT NULL,
	"failed_calls" integer DEFAULT 0 NOT NULL,
	"cancelled_calls" integer DEFAULT 0 NOT NULL,
	"passed_calls" integer DEFAULT 0 NOT NULL,
	"failing_calls" integer DEFAULT 0 NOT NULL,
	"excluded_calls" integer DEFAULT 0 NOT NULL,
	"unscored_calls" integer DEFAULT 0 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (6) with time zone,
	"ended_at" timestamp (6) with time zone,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
ALTER TABLE "call_evaluations" ADD CONSTRAINT "call_evaluations_call_id_call_executions_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."call_executions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_evaluations" ADD CONSTRAINT "call_evaluations_evaluation_id_test_execution_evaluations_id_fk" FOREIGN KEY ("evaluation_id") REFERENCES "public"."test_execution_evaluations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_executions" ADD CONSTRAINT "call_executions_execution_id_test_executions_id_fk" FOREIGN KEY ("execution_id") REFERENCES "public"."test_executions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_snapshots" ADD CONSTRAINT "call_snapshots_call_id_call_executions_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."call_executions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_turns" ADD CONSTRAINT "call_turns_call_id_call_executions_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."call_executions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_test_scenarios" ADD CONSTRAINT "run_test_scenarios_run_test_id_run_tests_id_fk" FOREIGN KEY ("run_test_id") REFERENCES "public"."run_tests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_tests" ADD CONSTRAINT "run_tests_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_tests" ADD CONSTRAINT "run_tests_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_tests" ADD CONSTRAINT "run_tests_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_execution_evaluations" ADD CONSTRAINT "test_execution_evaluations_execution_id_test_executions_id_fk" FOREIGN KEY ("execution_id") REFERENCES "public"."test_executions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_executions" ADD CONSTRAINT "test_executions_run_test_id_run_tests_id_fk" FOREIGN KEY ("run_test_id") REFERENCES "public"."run_tests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_executions" ADD CONSTRAINT "test_executions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "call_evaluations_evaluation" ON "call_evaluations" USING btree ("evaluation_id","status");--> statement-breakpoint
CREATE UNIQUE INDEX "call_executions_number_key" ON "call_executions" USING btree ("execution_id","number");--> statement-breakpoint
CREATE INDEX "call_executions_status" ON "call_executions" USING btree ("execution_id","status","number");--> statement-breakpoint
CREATE INDEX "call_executions_run_test" ON "call_executions" USING btree ("run_test_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "call_executions_open" ON "call_executions" USING btree ("updated_at") WHERE "call_executions"."status" in ('pending', 'queued', 'ongoing', 'analyzing') and "call_executions"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "call_snapshots_call" ON "call_snapshots" USING btree ("call_id","created_at");--> statement-breakpoint
CREATE INDEX "run_test_scenarios_scenario" ON "run_test_scenarios" USING btree ("scenario_id");--> statement-breakpoint
CREATE UNIQUE INDEX "run_tests_name_key" ON "run_tests" USING btree ("workspace_id",lower("name")) WHERE "run_tests"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "run_tests_workspace" ON "run_tests" USING btree ("workspace_id","created_at" DESC NULLS LAST) WHERE "run_tests"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "test_execution_evaluations_key" ON "test_execution_evaluations" USING btree ("execution_id","binding_id","generation");--> statement-breakpoint
CREATE INDEX "test_executions_run_test" ON "test_executions" USING btree ("run_test_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "test_executions_idempotency_key" ON "test_executions" USING btree ("run_test_id","idempotency_key") WHERE "test_executions"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "test_executions_open" ON "test_executions" USING btree ("updated_at") WHERE "test_executions"."status" in ('pending', 'running', 'evaluating', 'cancelling') and "test_executions"."deleted_at" is null;