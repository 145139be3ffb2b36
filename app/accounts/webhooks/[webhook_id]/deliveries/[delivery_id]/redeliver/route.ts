import { routeOf } from "@/lib/http/route";
import { redeliverWebhookEvent } from "@/lib/notifications/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(redeliverWebhookEvent);
