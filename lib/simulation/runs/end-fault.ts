import { sql } from "drizzle-orm";
import { callExecutions } from "@/db/schema";
import type { Fault } from "@/lib/contracts/simulation/call-parts";

/**
 * The faults of a call that this fault ends, for an update. The fault comes after the turns that the call has then:
 * faults in its turns are searched again by each analysis.
 */
export const endFault = (fault: Fault) => sql<Fault[]>`jsonb_set(${JSON.stringify([fault])}::text::jsonb,
  '{0,evidence,turn}', to_jsonb(${callExecutions.turnCount}))`;
