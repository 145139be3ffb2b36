-- Each item that is annotated leaves three or more dead versions. Whoever counts items in order walks through them.
ALTER TABLE "queue_items" SET (autovacuum_vacuum_scale_factor = 0.02);
