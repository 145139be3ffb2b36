import { routeOf } from "@/lib/http/route";
import { createWebhook, listWebhooks } from "@/lib/notifications/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listWebhooks, createWebhook);
