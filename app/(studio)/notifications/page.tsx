import type { Metadata } from "next";
import { read } from "@/app/_server/prefetch";
import { withReads } from "@/app/_server/with-reads";
import { links } from "@/lib/client/links";
import { notificationsInput } from "@/lib/client/notifications";
import { listNotifications as contract } from "@/lib/contracts/accounts/notifications";
import { listNotifications } from "@/lib/notifications/notifications";
import { notificationFilterOf } from "./_components/notification-filter";
import { NotificationsScreen } from "./_components/notifications-screen";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotificationsPage({ searchParams }: { searchParams: Promise<Record<string, string>> }) {
  const search = await searchParams;
  const filter = notificationFilterOf((name) => search[name]);
  return withReads(
    links.notifications(),
    [read(contract, listNotifications, notificationsInput(filter))],
    <NotificationsScreen />,
  );
}
