// Who may make an account here, by ASSAY_SIGNUP. An invitation that was sent to a person is accepted whatever it says.
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { invitations, users } from "@/db/schema";
import { variable } from "@/lib/env";
import { forbidden } from "@/lib/errors";
import { takeTurn } from "./found-organization";
import { type SignUp, signUpRefusal } from "./rules/sign-up";

/** Whoever comes first may sign up without an invitation: there is nobody yet who could send one. */
export async function whoMaySignUp(db: Database): Promise<SignUp> {
  // The server sets it while it starts. Where nobody has set it, the safe choice holds.
  const setting = variable("ASSAY_SIGNUP") ?? "invite";
  if (setting !== "invite") return setting;
  const [anybody] = await db.select({ id: users.id }).from(users).limit(1);
  return anybody ? "invite" : "open";
}

/** The same inside the transaction that stores the user: of several at the same moment, only one comes first. */
export async function whoMaySignUpNow(tx: Database): Promise<SignUp> {
  await takeTurn(tx);
  return whoMaySignUp(tx);
}

export function assertMaySignUp(who: SignUp, email: string): void {
  const refusal = signUpRefusal(who, email);
  if (refusal !== null) throw forbidden(refusal, { code: "sign_up_closed" });
}

/** Whether somebody has invited this address, and the invitation still holds. Only for an address that was verified. */
export async function isInvited(db: Database, email: string): Promise<boolean> {
  const [invitation] = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(
      and(
        eq(sql`lower(${invitations.email})`, email.toLowerCase()),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
        gt(invitations.expiresAt, sql`now()`),
      ),
    )
    .limit(1);
  return invitation !== undefined;
}
