import { routeOf } from "@/lib/http/route";
import { countUnreadNotifications } from "@/lib/notifications/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(countUnreadNotifications);
