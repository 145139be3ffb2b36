import { routeOf } from "@/lib/http/route";
import { listWebhookDeliveries } from "@/lib/notifications/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listWebhookDeliveries);
