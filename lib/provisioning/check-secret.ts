import type { Database } from "@/db/client";
import { secretMarks } from "@/db/schema";
import { seal } from "@/lib/auth/encryption";
import { type Fit, fitOf } from "@/lib/platform/sealed";
import { StartupError } from "@/lib/startup-error";

/**
 * Refuses a start that would answer some requests and not others: with another secret no provider's key can be opened and no session
 * of another server is known.
 */
export function assertSecretFits(fit: Fit, isNew: boolean): void {
  if (isNew || fit !== "does not fit") return;
  throw new StartupError(
    "AUTH_SECRET is not the one with which the servers of this database encrypt provider keys and agents' secrets. " +
      "Set it to the value of the other servers of this database; a generated one is in secrets.json of the data " +
      "folder that generated it. If that value is lost, start with ASSAY_NEW_SECRET=true and enter these secrets again.",
  );
}

/** For the table of marks. */
export const markOf = (secret: string): Promise<string> =>
  seal("The servers of this database have the secret that opens this.", secret);

/**
 * Checks a start's secrets, and marks the database with the first, so that a server with another one is refused from now on. `others`
 * open as well, while the secret is changed.
 */
export async function keepSecret(db: Database, secret: string, isNew: boolean, others: string[] = []): Promise<void> {
  const secrets = [secret, ...others];
  assertSecretFits(await fitOf(db, secrets), isNew);
  const sealed = await markOf(secret);
  const mark = db.insert(secretMarks).values({ sealed });
  await (isNew ? mark.onConflictDoUpdate({ target: secretMarks.isOnly, set: { sealed } }) : mark.onConflictDoNothing());
  // Another server, with another secret, may have been first.
  assertSecretFits(await fitOf(db, secrets), isNew);
}
