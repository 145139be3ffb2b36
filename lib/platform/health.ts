import { sql } from "drizzle-orm";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/platform";

export const health: Verb<typeof contracts.health> = async ({ db }) => {
  await db.execute(sql`select 1`);
  return { status: "ok", database: "ok" };
};
