import { listOrganizations } from "@/lib/accounts/organizations";
import { getSecondFactor } from "@/lib/accounts/second-factor";
import type { Caller } from "@/lib/context";
import { contextFor } from "@/lib/http/context";

/** Which organization asks the caller for a second factor, and whether there is one to sign in again with. */
export async function readRequirement(caller: Caller): Promise<{ hasFactor: boolean; organizationName: string }> {
  const context = contextFor(caller);
  const [factor, { organizations }] = await Promise.all([getSecondFactor(context, {}), listOrganizations(context, {})]);
  return { hasFactor: factor.enabled, organizationName: organizations.find((one) => one.is_current)?.name ?? "" };
}
