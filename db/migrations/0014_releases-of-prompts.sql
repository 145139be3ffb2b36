CREATE TABLE "prompt_gates" (
	"prompt_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	"dataset_id" uuid NOT NULL,
	"dataset_version_id" uuid NOT NULL,
	"output_column_id" uuid NOT NULL,
	"evaluation_ids" jsonb NOT NULL,
	"margin" double precision NOT NULL,
	"power" double precision NOT NULL,
	"allow_uncalibrated" boolean NOT NULL,
	"set_by" uuid,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "prompt_gates_prompt_id_label_id_pk" PRIMARY KEY("prompt_id","label_id")
);
--> statement-breakpoint
CREATE TABLE "prompt_releases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"prompt_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	"former_id" uuid NOT NULL,
	"candidate_id" uuid NOT NULL,
	"baseline_run_id" uuid NOT NULL,
	"candidate_run_id" uuid NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "prompt_gates" ADD CONSTRAINT "prompt_gates_prompt_id_prompts_id_fk" FOREIGN KEY ("prompt_id") REFERENCES "public"."prompts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompt_gates" ADD CONSTRAINT "prompt_gates_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompt_gates" ADD CONSTRAINT "prompt_gates_dataset_version_id_dataset_versions_id_fk" FOREIGN KEY ("dataset_version_id") REFERENCES "public"."dataset_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompt_gates" ADD CONSTRAINT "prompt_gates_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompt_releases" ADD CONSTRAINT "prompt_releases_prompt_id_prompts_id_fk" FOREIGN KEY ("prompt_id") REFERENCES "public"."prompts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompt_releases" ADD CONSTRAINT "prompt_releases_former_id_prompt_versions_id_fk" FOREIGN KEY ("former_id") REFERENCES "public"."prompt_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompt_releases" ADD CONSTRAINT "prompt_releases_candidate_id_prompt_versions_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."prompt_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompt_releases" ADD CONSTRAINT "prompt_releases_baseline_run_id_eval_runs_id_fk" FOREIGN KEY ("baseline_run_id") REFERENCES "public"."eval_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompt_releases" ADD CONSTRAINT "prompt_releases_candidate_run_id_eval_runs_id_fk" FOREIGN KEY ("candidate_run_id") REFERENCES "public"."eval_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompt_releases" ADD CONSTRAINT "prompt_releases_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "prompt_releases_newest" ON "prompt_releases" USING btree ("prompt_id","created_at","id");