// Who may create an account, by ASSAY_SIGNUP. An invited person may always accept the invitation.
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { invitations, users } from "@/db/schema";
import { variable } from "@/lib/env";
import { forbidden } from "@/lib/errors";
import { takeTurn } from "./found-organization";
import { type SignUp, signUpRefusal } from "./rules/sign-up";

/** The first person may sign up without an invitation, because no one can send one yet. */
export async function whoMaySignUp(db: Database): Promise<SignUp> {
  // The server sets it on start. If it is not set, the safe choice applies.
  const setting = variable("ASSAY_SIGNUP") ?? "invite";
  if (setting !== "invite") return setting;
  const [anybody] = await db.select({ id: users.id }).from(users).limit(1);
  return anybody ? "invite" : "open";
}

/** The same check inside the transaction that stores the user: of concurrent sign-ups, only one is the first. */
export async function whoMaySignUpNow(tx: Database): Promise<SignUp> {
  await takeTurn(tx);
  return whoMaySignUp(tx);
}

export function assertMaySignUp(who: SignUp, email: string): void {
  const refusal = signUpRefusal(who, email);
  if (refusal !== null) throw forbidden(refusal, { code: "sign_up_closed" });
}

/** The id of an open invitation for an address, which must be verified; null if there is none. */
export async function openInvitationFor(db: Database, email: string): Promise<string | null> {
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
  return invitation?.id ?? null;
}
