// Every operation of notifications: its contract joined to its verb.
import * as contracts from "@/lib/contracts/accounts/notifications";
import { endpoint } from "@/lib/http/endpoint";
import * as notifications from "./notifications";
import * as preferences from "./preferences";

export const listNotifications = endpoint(contracts.listNotifications, notifications.listNotifications);
export const countUnreadNotifications = endpoint(
  contracts.countUnreadNotifications,
  notifications.countUnreadNotifications,
);
export const markNotificationsRead = endpoint(contracts.markNotificationsRead, notifications.markNotificationsRead);
export const getNotificationPreferences = endpoint(
  contracts.getNotificationPreferences,
  preferences.getNotificationPreferences,
);
export const setNotificationPreferences = endpoint(
  contracts.setNotificationPreferences,
  preferences.setNotificationPreferences,
);
