import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch, read } from "@/app/_server/prefetch";
import { getUserInfo } from "@/lib/accounts/people";
import { listUserSessions } from "@/lib/accounts/user-sessions";
import { links } from "@/lib/client/links";
import * as notifications from "@/lib/contracts/accounts/notifications";
import * as people from "@/lib/contracts/accounts/people";
import * as sessions from "@/lib/contracts/accounts/user-sessions";
import { getNotificationPreferences } from "@/lib/notifications/preferences";
import { ProfileScreen } from "./_components/profile-screen";

export const metadata: Metadata = { title: "Profile" };

export default async function ProfilePage() {
  const state = await prefetch(
    links.profile(),
    read(people.getUserInfo, getUserInfo, {}),
    read(notifications.getNotificationPreferences, getNotificationPreferences, {}),
    read(sessions.listUserSessions, listUserSessions, {}),
  );
  return (
    <HydrationBoundary state={state}>
      <ProfileScreen />
    </HydrationBoundary>
  );
}
