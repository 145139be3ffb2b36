import { createAlert, listAlerts } from "@/lib/alerts/operations";
import { routeOf } from "@/lib/http/route";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(createAlert, listAlerts);
