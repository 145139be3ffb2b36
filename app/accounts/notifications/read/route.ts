import { routeOf } from "@/lib/http/route";
import { markNotificationsRead } from "@/lib/notifications/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(markNotificationsRead);
