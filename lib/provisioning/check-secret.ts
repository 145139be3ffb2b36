import type { Fit } from "@/lib/platform/sealed";
import { StartupError } from "@/lib/startup-error";

/**
 * Refuses a start that would answer some requests and not others: with another secret no provider's key can be opened and no session
 * of another server is known.
 */
export function assertSecretFits(fit: Fit, isNew: boolean): void {
  if (isNew || fit !== "does not fit") return;
  throw new StartupError(
    "AUTH_SECRET is not the one under which this database's provider keys and agents' secrets were sealed. " +
      "Set it to the value that the other servers of this database have; one that was generated is in secrets.json of the data " +
      "folder that made it. If that value is lost, start with ASSAY_NEW_SECRET=true and enter these secrets again.",
  );
}
