// The user's notifications, and how they are notified.
import { mutationFor, queryFor } from "@/lib/client/query";
import * as operations from "../operations";

const PAGE_ROWS = 50;

export interface NotificationFilter {
  page?: number;
  unread?: boolean;
}
export const notificationsInput = ({ page = 1, unread = false }: NotificationFilter = {}) => ({
  page,
  limit: PAGE_ROWS,
  ...(unread ? { unread } : {}),
});
export const notificationsQuery = (filter: NotificationFilter = {}) =>
  queryFor(operations.listNotifications, notificationsInput(filter));
export const unreadNotificationsQuery = () => queryFor(operations.countUnreadNotifications, {});
export const markNotificationsRead = mutationFor(operations.markNotificationsRead, {
  invalidates: [operations.listNotifications, operations.countUnreadNotifications],
});

export const notificationPreferencesQuery = () => queryFor(operations.getNotificationPreferences, {});
export const setNotificationPreferences = mutationFor(operations.setNotificationPreferences, {
  invalidates: [operations.getNotificationPreferences],
  showsErrors: true,
  done: "Preferences saved",
});
