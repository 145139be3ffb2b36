import { sql } from "drizzle-orm";

/**
 * Has every row found by its index, one after another, until the transaction ends. A plan that was made while a table was small,
 * or held one large trace, would read all of it for each batch.
 */
export const lookUpByKey = sql`
  select set_config(way, 'off', true) from unnest(array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) as way`;
