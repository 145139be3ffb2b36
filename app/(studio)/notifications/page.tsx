import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch, read } from "@/app/_server/prefetch";
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
  const state = await prefetch(links.notifications(), read(contract, listNotifications, notificationsInput(filter)));
  return (
    <HydrationBoundary state={state}>
      <NotificationsScreen />
    </HydrationBoundary>
  );
}
