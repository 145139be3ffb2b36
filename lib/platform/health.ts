import { sql } from "drizzle-orm";
import { takesWrites } from "@/db/takes-writes";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/platform";
import { writesRefused } from "@/lib/errors";

export const health: Verb<typeof contracts.health> = async ({ db }) => {
  await db.execute(sql`select 1`);
  if (!(await takesWrites(db))) throw writesRefused();
  return { status: "ok", database: "ok" };
};
