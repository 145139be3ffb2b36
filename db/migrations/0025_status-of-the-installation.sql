CREATE TABLE "status_days" (
	"day" date NOT NULL,
	"part" text NOT NULL,
	"working_minutes" integer DEFAULT 0 NOT NULL,
	"degraded_minutes" integer DEFAULT 0 NOT NULL,
	"down_minutes" integer DEFAULT 0 NOT NULL,
	"last_minute" timestamp with time zone NOT NULL,
	CONSTRAINT "status_days_day_part_pk" PRIMARY KEY("day","part")
);
