import { routeOf } from "@/lib/http/route";
import { listNotifications } from "@/lib/notifications/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listNotifications);
