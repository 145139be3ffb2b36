CREATE TABLE "queue_periods" (
	"queue_id" uuid NOT NULL,
	"at" timestamp (6) with time zone NOT NULL,
	"slot" smallint NOT NULL,
	"completed" integer DEFAULT 0 NOT NULL,
	"answered" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "queue_periods_queue_id_at_slot_pk" PRIMARY KEY("queue_id","at","slot")
);
