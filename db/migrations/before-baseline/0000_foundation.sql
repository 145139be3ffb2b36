CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"key_hint" text NOT NULL,
	"secret_hint" text NOT NULL,
	"key_hash" text NOT NULL,
	"secret_hash" text NOT NULL,
	"disabled_at" timestamp (6) with time zone,
	"last_used_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"provider" text NOT NULL,
	"provider_account_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identities_provider_provider_account_id_pk" PRIMARY KEY("provider","provider_account_id")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"expires_at" timestamp (6) with time zone NOT NULL,
	"accepted_at" timestamp (6) with time zone,
	"revoked_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"attempts" integer NOT NULL,
	"window_ends_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"last_organization_id" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agreement_counters" (
	"queue_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	"counter" text NOT NULL,
	"key" text NOT NULL,
	"key_hash" uuid GENERATED ALWAYS AS (md5("key")::uuid) STORED NOT NULL,
	"sum" numeric NOT NULL,
	CONSTRAINT "agreement_counters_queue_id_label_id_counter_key_hash_pk" PRIMARY KEY("queue_id","label_id","counter","key_hash")
);
--> statement-breakpoint
CREATE TABLE "agreement_items" (
	"item_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	"queue_id" uuid NOT NULL,
	"answers" jsonb NOT NULL,
	"disagrees" boolean NOT NULL,
	CONSTRAINT "agreement_items_item_id_label_id_pk" PRIMARY KEY("item_id","label_id")
);
--> statement-breakpoint
CREATE TABLE "agreement_labels" (
	"queue_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	"type" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"measures" jsonb,
	"measured_version" integer,
	"measured_label_version" integer,
	CONSTRAINT "agreement_labels_queue_id_label_id_pk" PRIMARY KEY("queue_id","label_id")
);
--> statement-breakpoint
CREATE TABLE "agreement_marks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "agreement_marks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"queue_id" uuid NOT NULL,
	"item_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "annotator_counters" (
	"queue_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"slot" smallint NOT NULL,
	"completed" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"pending" integer DEFAULT 0 NOT NULL,
	"in_progress" integer DEFAULT 0 NOT NULL,
	"in_review" integer DEFAULT 0 NOT NULL,
	"assigned" integer DEFAULT 0 NOT NULL,
	"assigned_pending" integer DEFAULT 0 NOT NULL,
	"assigned_in_progress" integer DEFAULT 0 NOT NULL,
	"assigned_in_review" integer DEFAULT 0 NOT NULL,
	"assigned_skipped" integer DEFAULT 0 NOT NULL,
	"annotations" integer DEFAULT 0 NOT NULL,
	"work_ms" bigint DEFAULT 0 NOT NULL,
	"last_active" timestamp (6) with time zone,
	CONSTRAINT "annotator_counters_queue_id_user_id_slot_pk" PRIMARY KEY("queue_id","user_id","slot")
);
--> statement-breakpoint
CREATE TABLE "label_value_counters" (
	"queue_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	"value" text NOT NULL,
	"slot" smallint NOT NULL,
	"scores" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "label_value_counters_queue_id_label_id_value_slot_pk" PRIMARY KEY("queue_id","label_id","value","slot")
);
--> statement-breakpoint
CREATE TABLE "queue_counters" (
	"queue_id" uuid NOT NULL,
	"slot" smallint NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"pending" integer DEFAULT 0 NOT NULL,
	"in_progress" integer DEFAULT 0 NOT NULL,
	"in_review" integer DEFAULT 0 NOT NULL,
	"needs_changes" integer DEFAULT 0 NOT NULL,
	"completed" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "queue_counters_queue_id_slot_pk" PRIMARY KEY("queue_id","slot")
);
--> statement-breakpoint
CREATE TABLE "queue_days" (
	"queue_id" uuid NOT NULL,
	"day" date NOT NULL,
	"slot" smallint NOT NULL,
	"completed" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "queue_days_queue_id_day_slot_pk" PRIMARY KEY("queue_id","day","slot")
);
--> statement-breakpoint
CREATE TABLE "work_time_counters" (
	"queue_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"bucket" smallint NOT NULL,
	"slot" smallint NOT NULL,
	"seats" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "work_time_counters_queue_id_user_id_bucket_slot_pk" PRIMARY KEY("queue_id","user_id","bucket","slot")
);
--> statement-breakpoint
CREATE TABLE "dataset_columns" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"dataset_id" uuid NOT NULL,
	"name" text NOT NULL,
	"data_type" text NOT NULL,
	"order" integer NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "dataset_rows" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"dataset_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"order" integer NOT NULL,
	"cells" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "datasets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "outbox_events" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "queue_export_parts" (
	"export_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"items" integer NOT NULL,
	"cursor" jsonb,
	CONSTRAINT "queue_export_parts_export_id_part_pk" PRIMARY KEY("export_id","part")
);
--> statement-breakpoint
CREATE TABLE "queue_exports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"queue_id" uuid NOT NULL,
	"requested_by" uuid NOT NULL,
	"format" text NOT NULL,
	"status_filter" text,
	"status" text DEFAULT 'queued' NOT NULL,
	"items_total" integer DEFAULT 0 NOT NULL,
	"items_done" integer DEFAULT 0 NOT NULL,
	"error" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "gateway_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid,
	"name" text NOT NULL,
	"owner" text,
	"key_hint" text NOT NULL,
	"key_hash" text NOT NULL,
	"key_type" text DEFAULT 'byok' NOT NULL,
	"origin" text DEFAULT 'api' NOT NULL,
	"rate_limit_rpm" integer,
	"rate_limit_tpm" integer,
	"allowed_models" text[] DEFAULT '{}' NOT NULL,
	"credit_balance_micros" bigint,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"expires_at" timestamp (6) with time zone,
	"revoked_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gateway_settings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid,
	"version" integer NOT NULL,
	"config" jsonb NOT NULL,
	"origin" text NOT NULL,
	"active" boolean NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gateway_settings_version_key" UNIQUE NULLS NOT DISTINCT("organization_id","version")
);
--> statement-breakpoint
CREATE TABLE "item_assignees" (
	"item_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"queue_id" uuid NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "item_assignees_item_id_user_id_pk" PRIMARY KEY("item_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "item_notes" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"item_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"notes" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "item_notes_item_id_user_id_pk" PRIMARY KEY("item_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "item_seats" (
	"item_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"queue_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reserved_at" timestamp (6) with time zone,
	"expires_at" timestamp (6) with time zone,
	"completed_at" timestamp (6) with time zone,
	"skipped_at" timestamp (6) with time zone,
	"skip_reason" text,
	"work_ms" integer DEFAULT 0 NOT NULL,
	"active_at" timestamp (6) with time zone,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "item_seats_item_id_user_id_pk" PRIMARY KEY("item_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "queue_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"queue_id" uuid NOT NULL,
	"source_type" text NOT NULL,
	"source_id" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"open_seats" integer DEFAULT 1 NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"order" integer NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"review_status" text,
	"reviewed_by" uuid,
	"reviewed_at" timestamp (6) with time zone,
	"review_notes" text,
	"completed_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone,
	CONSTRAINT "queue_items_open_seats" CHECK ("queue_items"."open_seats" >= 0)
);
--> statement-breakpoint
CREATE TABLE "labels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"project_id" uuid,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"description" text,
	"allow_notes" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "queue_labels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"queue_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	"required" boolean DEFAULT false NOT NULL,
	"order" integer NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "queue_members" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"queue_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"roles" text[] NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "queue_members_queue_id_user_id_pk" PRIMARY KEY("queue_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "queues" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"instructions" text,
	"status" text DEFAULT 'draft' NOT NULL,
	"assignment_strategy" text DEFAULT 'manual' NOT NULL,
	"annotations_required" integer DEFAULT 1 NOT NULL,
	"reservation_timeout_minutes" integer DEFAULT 60 NOT NULL,
	"requires_review" boolean DEFAULT false NOT NULL,
	"auto_assign" boolean DEFAULT false NOT NULL,
	"project_id" uuid,
	"dataset_id" uuid,
	"agent_definition_id" uuid,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "adjudications" (
	"item_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	"value" jsonb,
	"notes" text DEFAULT '' NOT NULL,
	"resolved_by" uuid NOT NULL,
	"resolved_at" timestamp (6) with time zone NOT NULL,
	"history" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "adjudications_item_id_label_id_pk" PRIMARY KEY("item_id","label_id")
);
--> statement-breakpoint
CREATE TABLE "review_comments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"thread_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"action" text NOT NULL,
	"comment" text NOT NULL,
	"mentioned_user_ids" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_threads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"item_id" uuid NOT NULL,
	"action" text NOT NULL,
	"label_id" uuid,
	"target_annotator_id" uuid,
	"blocking" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"created_by" uuid NOT NULL,
	"addressed_at" timestamp (6) with time zone,
	"resolved_at" timestamp (6) with time zone,
	"reopened_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scores" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"source_type" text NOT NULL,
	"source_id" text NOT NULL,
	"label_id" uuid NOT NULL,
	"label_version" integer NOT NULL,
	"annotator_id" uuid,
	"queue_item_id" uuid,
	"queue_id" uuid,
	"value" jsonb NOT NULL,
	"value_history" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"score_source" text DEFAULT 'human' NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "projects_name_key" UNIQUE("organization_id","name")
);
--> statement-breakpoint
CREATE TABLE "prototype_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"model" text,
	"prompt" text NOT NULL,
	"response" text,
	"status" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "span_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"span_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"notes" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spans" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"trace_id" text NOT NULL,
	"span_id" text NOT NULL,
	"parent_span_id" text,
	"is_entry" boolean NOT NULL,
	"session_id" uuid,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"observation_type" text NOT NULL,
	"status" text NOT NULL,
	"status_message" text NOT NULL,
	"started_at" timestamp(6) with time zone NOT NULL,
	"ended_at" timestamp(6) with time zone,
	"latency_ms" double precision,
	"input" jsonb,
	"output" jsonb,
	"model" text,
	"provider" text,
	"prompt_tokens" integer,
	"completion_tokens" integer,
	"total_tokens" integer,
	"cost_usd" double precision,
	"attributes" jsonb NOT NULL,
	"resource" jsonb NOT NULL,
	"events" jsonb NOT NULL,
	"links" jsonb NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "spans_project_id_span_id_pk" PRIMARY KEY("project_id","span_id")
);
--> statement-breakpoint
CREATE TABLE "trace_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"session_id" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trace_sessions_key" UNIQUE("project_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "traces" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"trace_id" text NOT NULL,
	"session_id" uuid,
	"status" text DEFAULT 'UNSET' NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"root_span_id" text,
	"started_at" timestamp(6) with time zone,
	"ended_at" timestamp(6) with time zone,
	"latency_ms" double precision,
	"input" jsonb,
	"output" jsonb,
	"span_count" integer DEFAULT 0 NOT NULL,
	"total_tokens" bigint,
	"cost_usd" double precision,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "traces_key" UNIQUE("project_id","trace_id")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset_columns" ADD CONSTRAINT "dataset_columns_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset_rows" ADD CONSTRAINT "dataset_rows_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "datasets" ADD CONSTRAINT "datasets_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "datasets" ADD CONSTRAINT "datasets_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "datasets" ADD CONSTRAINT "datasets_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_export_parts" ADD CONSTRAINT "queue_export_parts_export_id_queue_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."queue_exports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_exports" ADD CONSTRAINT "queue_exports_queue_id_queues_id_fk" FOREIGN KEY ("queue_id") REFERENCES "public"."queues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_exports" ADD CONSTRAINT "queue_exports_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_keys" ADD CONSTRAINT "gateway_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_settings" ADD CONSTRAINT "gateway_settings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_assignees" ADD CONSTRAINT "item_assignees_item_id_queue_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."queue_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_assignees" ADD CONSTRAINT "item_assignees_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_notes" ADD CONSTRAINT "item_notes_item_id_queue_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."queue_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_notes" ADD CONSTRAINT "item_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_seats" ADD CONSTRAINT "item_seats_item_id_queue_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."queue_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_seats" ADD CONSTRAINT "item_seats_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_items" ADD CONSTRAINT "queue_items_queue_id_queues_id_fk" FOREIGN KEY ("queue_id") REFERENCES "public"."queues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_items" ADD CONSTRAINT "queue_items_reviewed_by_users_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "labels" ADD CONSTRAINT "labels_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "labels" ADD CONSTRAINT "labels_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "labels" ADD CONSTRAINT "labels_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_labels" ADD CONSTRAINT "queue_labels_queue_id_queues_id_fk" FOREIGN KEY ("queue_id") REFERENCES "public"."queues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_labels" ADD CONSTRAINT "queue_labels_label_id_labels_id_fk" FOREIGN KEY ("label_id") REFERENCES "public"."labels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_members" ADD CONSTRAINT "queue_members_queue_id_queues_id_fk" FOREIGN KEY ("queue_id") REFERENCES "public"."queues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_members" ADD CONSTRAINT "queue_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queues" ADD CONSTRAINT "queues_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queues" ADD CONSTRAINT "queues_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queues" ADD CONSTRAINT "queues_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjudications" ADD CONSTRAINT "adjudications_item_id_queue_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."queue_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjudications" ADD CONSTRAINT "adjudications_label_id_labels_id_fk" FOREIGN KEY ("label_id") REFERENCES "public"."labels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjudications" ADD CONSTRAINT "adjudications_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_comments" ADD CONSTRAINT "review_comments_thread_id_review_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."review_threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_comments" ADD CONSTRAINT "review_comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_threads" ADD CONSTRAINT "review_threads_item_id_queue_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."queue_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_threads" ADD CONSTRAINT "review_threads_label_id_labels_id_fk" FOREIGN KEY ("label_id") REFERENCES "public"."labels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_threads" ADD CONSTRAINT "review_threads_target_annotator_id_users_id_fk" FOREIGN KEY ("target_annotator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_threads" ADD CONSTRAINT "review_threads_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scores" ADD CONSTRAINT "scores_label_id_labels_id_fk" FOREIGN KEY ("label_id") REFERENCES "public"."labels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scores" ADD CONSTRAINT "scores_annotator_id_users_id_fk" FOREIGN KEY ("annotator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scores" ADD CONSTRAINT "scores_queue_item_id_queue_items_id_fk" FOREIGN KEY ("queue_item_id") REFERENCES "public"."queue_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prototype_runs" ADD CONSTRAINT "prototype_runs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prototype_runs" ADD CONSTRAINT "prototype_runs_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prototype_runs" ADD CONSTRAINT "prototype_runs_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "span_notes" ADD CONSTRAINT "span_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "span_notes" ADD CONSTRAINT "span_notes_project_id_span_id_spans_project_id_span_id_fk" FOREIGN KEY ("project_id","span_id") REFERENCES "public"."spans"("project_id","span_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trace_sessions" ADD CONSTRAINT "trace_sessions_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "traces" ADD CONSTRAINT "traces_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "traces" ADD CONSTRAINT "traces_session_id_trace_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."trace_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_key_hash_key" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_name_key" ON "api_keys" USING btree ("organization_id",lower("name")) WHERE "api_keys"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open_key" ON "invitations" USING btree ("organization_id",lower("email")) WHERE "invitations"."accepted_at" is null and "invitations"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "workspaces_default_key" ON "workspaces" USING btree ("organization_id") WHERE "workspaces"."is_default";--> statement-breakpoint
CREATE INDEX "workspaces_organization" ON "workspaces" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "agreement_items_disagreeing" ON "agreement_items" USING btree ("queue_id","label_id","item_id") WHERE "agreement_items"."disagrees";--> statement-breakpoint
CREATE INDEX "agreement_marks_queue" ON "agreement_marks" USING btree ("queue_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "dataset_columns_name_key" ON "dataset_columns" USING btree ("dataset_id",lower("name")) WHERE "dataset_columns"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "dataset_rows_order" ON "dataset_rows" USING btree ("dataset_id","order") WHERE "dataset_rows"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "dataset_rows_item" ON "dataset_rows" USING btree ("dataset_id",("metadata" ->> 'queue_item_id')) WHERE "dataset_rows"."deleted_at" is null and "dataset_rows"."metadata" ->> 'queue_item_id' is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "datasets_name_key" ON "datasets" USING btree ("organization_id",lower("name")) WHERE "datasets"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_events_created" ON "outbox_events" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "gateway_keys_key_hash_key" ON "gateway_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "gateway_keys_live" ON "gateway_keys" USING btree ("created_at") WHERE "gateway_keys"."revoked_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "gateway_settings_active_key" ON "gateway_settings" USING btree (coalesce("organization_id", '00000000-0000-0000-0000-000000000000'::uuid)) WHERE "gateway_settings"."active";--> statement-breakpoint
CREATE INDEX "item_assignees_user" ON "item_assignees" USING btree ("queue_id","user_id");--> statement-breakpoint
CREATE INDEX "item_seats_reserved" ON "item_seats" USING btree ("queue_id","expires_at") WHERE "item_seats"."state" = 'reserved';--> statement-breakpoint
CREATE INDEX "item_seats_user" ON "item_seats" USING btree ("queue_id","user_id","state");--> statement-breakpoint
CREATE UNIQUE INDEX "queue_items_source_key" ON "queue_items" USING btree ("queue_id","source_type","source_id") WHERE "queue_items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "queue_items_free" ON "queue_items" USING btree ("queue_id","priority" DESC NULLS FIRST,"order","id") WHERE "queue_items"."open_seats" > 0 and "queue_items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "queue_items_place" ON "queue_items" USING btree ("queue_id",(-"priority"),"order","id") WHERE "queue_items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "queue_items_in_review" ON "queue_items" USING btree ("queue_id",(-"priority"),"order","id") WHERE "queue_items"."review_status" = 'pending_review' and "queue_items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "queue_items_order" ON "queue_items" USING btree ("queue_id","order","id") WHERE "queue_items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "queue_items_status" ON "queue_items" USING btree ("queue_id","status") WHERE "queue_items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "queue_items_source" ON "queue_items" USING btree ("organization_id","source_type","source_id") WHERE "queue_items"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "labels_name_key" ON "labels" USING btree ("organization_id",lower("name"),"type",coalesce("project_id", '00000000-0000-0000-0000-000000000000'::uuid)) WHERE "labels"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "labels_organization" ON "labels" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "queue_labels_key" ON "queue_labels" USING btree ("queue_id","label_id");--> statement-breakpoint
CREATE INDEX "queue_labels_label" ON "queue_labels" USING btree ("label_id");--> statement-breakpoint
CREATE INDEX "queue_members_user" ON "queue_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "queues_name_key" ON "queues" USING btree ("organization_id","workspace_id",lower("name")) WHERE "queues"."deleted_at" is null and not "queues"."is_default";--> statement-breakpoint
CREATE INDEX "queues_organization" ON "queues" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "queues_default_project_key" ON "queues" USING btree ("project_id") WHERE "queues"."is_default" and "queues"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "queues_default_dataset_key" ON "queues" USING btree ("dataset_id") WHERE "queues"."is_default" and "queues"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "queues_default_agent_key" ON "queues" USING btree ("agent_definition_id") WHERE "queues"."is_default" and "queues"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "review_comments_thread" ON "review_comments" USING btree ("thread_id");--> statement-breakpoint
CREATE INDEX "review_threads_item" ON "review_threads" USING btree ("item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "scores_item_key" ON "scores" USING btree ("queue_item_id","label_id","annotator_id") WHERE "scores"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "scores_source_key" ON "scores" USING btree ("organization_id","source_type","source_id","label_id") WHERE "scores"."annotator_id" is null and "scores"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "scores_item" ON "scores" USING btree ("queue_item_id");--> statement-breakpoint
CREATE INDEX "scores_recent" ON "scores" USING btree ("organization_id","created_at") WHERE "scores"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "scores_annotator" ON "scores" USING btree ("annotator_id","created_at") WHERE "scores"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "scores_source" ON "scores" USING btree ("organization_id","source_type","source_id");--> statement-breakpoint
CREATE INDEX "scores_label" ON "scores" USING btree ("label_id") WHERE "scores"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "projects_organization" ON "projects" USING btree ("organization_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "prototype_runs_organization" ON "prototype_runs" USING btree ("organization_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "span_notes_span" ON "span_notes" USING btree ("project_id","span_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "span_notes_key" ON "span_notes" USING btree ("project_id","span_id","user_id",md5("notes"));--> statement-breakpoint
CREATE INDEX "spans_organization" ON "spans" USING btree ("organization_id","span_id");--> statement-breakpoint
CREATE INDEX "spans_trace" ON "spans" USING btree ("project_id","trace_id","started_at");--> statement-breakpoint
CREATE INDEX "spans_session" ON "spans" USING btree ("session_id") WHERE "spans"."session_id" is not null;--> statement-breakpoint
CREATE INDEX "trace_sessions_project" ON "trace_sessions" USING btree ("project_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "traces_project" ON "traces" USING btree ("project_id","started_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "traces_organization" ON "traces" USING btree ("organization_id","trace_id");--> statement-breakpoint
CREATE INDEX "traces_session" ON "traces" USING btree ("session_id") WHERE "traces"."session_id" is not null;