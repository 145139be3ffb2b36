import { closeIncident } from "@/lib/alerts/operations";
import { routeOf } from "@/lib/http/route";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(closeIncident);
