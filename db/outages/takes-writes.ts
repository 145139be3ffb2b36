import { sql } from "drizzle-orm";
import type { Database } from "../client";
import { transaction } from "../transaction";
import { forgetRefusal, hasRefusedWrite, isRefusedWrite } from "./refused-writes";

/**
 * Whether the database takes writes, as far as this process knows. What is short is room for more, which a small write need
 * not ask for: so only the first refusal tells, and only a megabyte that finds room afterwards tells that it is over.
 */
export async function takesWrites(db: Database): Promise<boolean> {
  if (!hasRefusedWrite()) return true;
  try {
    await transaction(db, (tx) => tx.execute(takeRoom));
  } catch (error) {
    if (isRefusedWrite(error)) return false;
    throw error;
  }
  forgetRefusal();
  return true;
}

const takeRoom = sql`
  create temporary table room on commit drop as
  select repeat(md5(n::text), 32) as filling from generate_series(1, 1024) as n`;
