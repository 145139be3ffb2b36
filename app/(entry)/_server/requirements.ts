import { listOrganizations } from "@/lib/accounts/organizations";
import { getSecondFactor } from "@/lib/accounts/second-factor";
import type { Caller } from "@/lib/context";
import { contextFor } from "@/lib/http/context";

interface Organizations {
  organizationName: string;
  others: { id: string; name: string }[];
}

/** The organization that does not let the caller in, and those to which the caller may go instead. */
export async function readOrganizations(caller: Caller): Promise<Organizations> {
  const { organizations } = await listOrganizations(contextFor(caller), {});
  return {
    organizationName: organizations.find((one) => one.is_current)?.name ?? "",
    others: organizations.filter((one) => !one.is_current).map(({ id, name }) => ({ id, name })),
  };
}

/** Whether the caller has a second factor to sign in again with. */
export const hasSecondFactor = async (caller: Caller): Promise<boolean> =>
  (await getSecondFactor(contextFor(caller), {})).enabled;
