import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { users } from "@/db/schema";
import type { UserRow } from "@/lib/auth/credentials";
import { verifyPassword } from "@/lib/auth/password";
import { limits, refundAttempt, spendAttempt } from "@/lib/auth/throttle";
import { invalidField } from "@/lib/errors";

interface OwnPassword {
  userId: string;
  /** The request field that carries it. */
  field: string;
  password: string;
}

/** The user whose password it is; throws a 400 if it is another's or the user has none, and 429 after too many wrong ones. */
export async function userWithPassword(db: Database, { userId, field, password }: OwnPassword): Promise<UserRow> {
  await spendAttempt(db, limits.password, userId);
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  const isKnown = await verifyPassword(password, user?.passwordHash ?? null);
  if (!user || !isKnown) throw invalidField(field, "The password is incorrect.");
  await refundAttempt(db, limits.password, userId);
  return user;
}
