import type { DehydratedState } from "@tanstack/react-query";
import { fillCache, read } from "@/app/_server/prefetch";
import { currentCaller } from "@/app/_server/session";
import { listOrganizations } from "@/lib/accounts/organizations";
import { getUserInfo } from "@/lib/accounts/people";
import * as notifications from "@/lib/contracts/accounts/notifications";
import * as organizations from "@/lib/contracts/accounts/organizations";
import * as people from "@/lib/contracts/accounts/people";
import { countUnreadNotifications } from "@/lib/notifications/notifications";

/** The data of the navigation rail. Null without a caller: the page itself redirects to the sign-in, as it knows its address. */
export async function prefetchFrame(): Promise<DehydratedState | null> {
  const caller = await currentCaller();
  if (!caller || caller.lacks) return null;
  return fillCache(caller, [
    read(people.getUserInfo, getUserInfo, {}),
    read(notifications.countUnreadNotifications, countUnreadNotifications, {}),
    read(organizations.listOrganizations, listOrganizations, {}),
  ]);
}
