import { routeOf } from "@/lib/http/route";
import { deleteWebhook, getWebhook, updateWebhook } from "@/lib/notifications/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getWebhook, updateWebhook, deleteWebhook);
