"use client";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageBody } from "@/app/_ui/page/page-body";
import { PageHeader } from "@/app/_ui/page/page-header";
import { markNotificationsRead, notificationsQuery, unreadNotificationsQuery } from "@/lib/client/notifications";
import { FilterSelect, NoMatch } from "../../_components/filters";
import { PagedList } from "../../_components/paged-list";
import { notificationFilterOf } from "./notification-filter";
import { NotificationTable } from "./notification-table";

const UNREAD = { value: "unread", label: "Unread" };

export function NotificationsScreen() {
  const { get, set } = useAddress();
  const filter = notificationFilterOf(get);
  const found = useQuery({ ...notificationsQuery(filter), placeholderData: keepPreviousData });
  const { data } = useQuery(unreadNotificationsQuery());
  const { mutate, isPending } = useMutation(markNotificationsRead);
  const focused = useRef<string | null>(null);
  const read = (id: string) => mutate({ notification_ids: [id] });
  const readAll = () => mutate({ all: true });
  const isUnread = filter.unread === true;
  const unread = data?.unread ?? 0;
  useListKeys({
    isUnread,
    onShow: () => set({ show: isUnread ? null : UNREAD.value, page: null }),
    onRead: () => (focused.current ? read(focused.current) : undefined),
    onReadAll: () => (unread > 0 ? readAll() : undefined),
  });
  return (
    <PageBody>
      <PageHeader
        title="Notifications"
        description="Mentions, work sent back or assigned to you, finished queues and exports, alerts, budgets and webhooks. Kept for 90 days."
        actions={
          <Button keys="a" disabled={unread === 0} busy={isPending} onClick={readAll}>
            Mark all as read
          </Button>
        }
      />
      <UnreadFilter isUnread={isUnread} />
      <PagedList
        found={found}
        noun="notifications"
        page={filter.page ?? 1}
        onPage={(page) => set({ page })}
        columns={3}
        empty={<NoNotifications isUnread={isUnread} />}
      >
        {(rows, isStale) => (
          <NotificationTable
            notifications={rows}
            stale={isStale}
            onRead={read}
            onFocus={(id) => {
              focused.current = id;
            }}
          />
        )}
      </PagedList>
    </PageBody>
  );
}

interface ListKeys {
  isUnread: boolean;
  onShow: () => void;
  onRead: () => void;
  onReadAll: () => void;
}

const useListKeys = ({ isUnread, onShow, onRead, onReadAll }: ListKeys): void =>
  useShortcuts("Page", [
    { keys: "u", description: isUnread ? "Show all notifications" : "Show unread notifications", run: onShow },
    { keys: "r", description: "Mark the focused notification as read", run: onRead },
    { keys: "a", description: "Mark all as read", run: onReadAll },
  ]);

const NoNotifications = ({ isUnread }: { isUnread: boolean }) =>
  isUnread ? (
    <NoMatch noun="notifications" filters={["show"]}>
      You have read them all.
    </NoMatch>
  ) : (
    <EmptyState title="No notifications yet">
      You are notified when somebody mentions you, sends work back or assigns it to you, and when your queues and
      exports are done. Owners and Admins also hear about alerts, budgets and webhooks.
    </EmptyState>
  );

const UnreadFilter = ({ isUnread }: { isUnread: boolean }) => (
  <div className="mb-3">
    <FilterSelect
      name="show"
      label="Show"
      value={isUnread ? UNREAD.value : undefined}
      all="All"
      options={[UNREAD]}
      width="w-32!"
    />
  </div>
);
