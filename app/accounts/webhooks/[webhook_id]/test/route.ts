import { routeOf } from "@/lib/http/route";
import { testWebhook } from "@/lib/notifications/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(testWebhook);
