CREATE TABLE "applied_functions" (
	"file" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "item_contributions" (
	"queue_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"figures" jsonb NOT NULL,
	CONSTRAINT "item_contributions_queue_id_item_id_pk" PRIMARY KEY("queue_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "item_marks" (
	"queue_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "item_marks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"item_id" uuid NOT NULL,
	CONSTRAINT "item_marks_queue_id_id_pk" PRIMARY KEY("queue_id","id")
);
--> statement-breakpoint
CREATE TABLE "queue_figures" (
	"queue_id" uuid NOT NULL,
	"figure" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"key" text NOT NULL,
	"sum" bigint NOT NULL,
	CONSTRAINT "queue_figures_queue_id_figure_subject_id_key_pk" PRIMARY KEY("queue_id","figure","subject_id","key")
);
