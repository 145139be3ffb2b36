import type { Metadata } from "next";
import { read } from "@/app/_server/prefetch";
import { withReads } from "@/app/_server/with-reads";
import { getUserInfo } from "@/lib/accounts/people";
import { listUserSessions } from "@/lib/accounts/user-sessions";
import { links } from "@/lib/client/links";
import * as notifications from "@/lib/contracts/accounts/notifications";
import * as people from "@/lib/contracts/accounts/people";
import * as sessions from "@/lib/contracts/accounts/user-sessions";
import { getNotificationPreferences } from "@/lib/notifications/preferences";
import { ProfileScreen } from "./_components/profile-screen";

export const metadata: Metadata = { title: "Profile" };

export default function ProfilePage() {
  return withReads(
    links.profile(),
    [
      read(people.getUserInfo, getUserInfo, {}),
      read(notifications.getNotificationPreferences, getNotificationPreferences, {}),
      read(sessions.listUserSessions, listUserSessions, {}),
    ],
    <ProfileScreen />,
  );
}
