CREATE TABLE "eval_run_inputs" (
	"dataset_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"texts" jsonb NOT NULL,
	CONSTRAINT "eval_run_inputs_dataset_id_hash_pk" PRIMARY KEY("dataset_id","hash")
);
--> statement-breakpoint
ALTER TABLE "eval_run_inputs" ADD CONSTRAINT "eval_run_inputs_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE no action ON UPDATE no action;