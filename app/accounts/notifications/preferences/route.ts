import { routeOf } from "@/lib/http/route";
import { getNotificationPreferences, setNotificationPreferences } from "@/lib/notifications/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(
  getNotificationPreferences,
  setNotificationPreferences,
);
