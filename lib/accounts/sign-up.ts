import { databaseErrorCode } from "@/db/error-code";
import { users } from "@/db/schema";
import { foundOrganization, organizationNameFor } from "@/lib/auth/found-organization";
import { assertMaySignUp, whoMaySignUp, whoMaySignUpNow } from "@/lib/auth/sign-up";
import { limits, spendAttempt } from "@/lib/auth/throttle";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/people";
import { invalidField } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { hashChosenPassword } from "./new-password";

export const signUp: Verb<typeof contracts.signUp> = async (context, input) => {
  if (context.address) await spendAttempt(context.db, limits.signUp, context.address);
  const { email, full_name, company_name, password } = input;
  // Checked twice: a refused sign-up must not cost a hash, and only the transaction knows which sign-up is the first.
  assertMaySignUp(await whoMaySignUp(context.db), email);
  const about = [email, full_name, ...(company_name ? [company_name] : [])];
  const passwordHash = await hashChosenPassword({ field: "password", password, about });
  try {
    return await inTransaction(context, async ({ db }) => {
      assertMaySignUp(await whoMaySignUpNow(db), email);
      const [user] = await db
        .insert(users)
        .values({ email: input.email, name: input.full_name, passwordHash })
        .returning();
      if (!user) throw new Error("the user was not stored");
      const name = input.company_name || organizationNameFor(user.name);
      const { organizationId } = await foundOrganization(db, { name, ownerId: user.id });
      return { user_id: user.id, organization_id: organizationId, email: user.email };
    });
  } catch (error) {
    throw databaseErrorCode(error) === "23505" ? emailTaken() : error;
  }
};

/** The failure for an email that already has a user. */
export const emailTaken = () => invalidField("email", "A user with this email already exists.");
