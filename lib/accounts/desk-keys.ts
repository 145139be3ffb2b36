// The keys with which a person works at the annotation desk and the review desk.
import { eq } from "drizzle-orm";
import { users } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/desk-keys";
import { invalid } from "@/lib/errors";
import { completeDeskKeys, deskKeyProblems } from "./rules/desk-keys";

export const getDeskKeys: Verb<typeof contracts.getDeskKeys> = async ({ db, caller }) => {
  const [row] = await db.select({ keys: users.deskKeys }).from(users).where(eq(users.id, caller.userId));
  return { keys: completeDeskKeys(row?.keys ?? {}) };
};

export const setDeskKeys: Verb<typeof contracts.setDeskKeys> = async ({ db, caller }, input) => {
  const keys = completeDeskKeys(input.keys);
  const problems = Object.entries(deskKeyProblems(keys));
  const [first] = problems;
  if (first) {
    const fields = Object.fromEntries(problems.map(([action, message]) => [`keys.${action}`, [message]]));
    throw invalid(`keys.${first[0]}: ${first[1]}`, { fields });
  }
  await db.update(users).set({ deskKeys: keys }).where(eq(users.id, caller.userId));
  return { keys };
};
