// For clients whose address of the gateway ends in /v1.
import { routeOf } from "@/lib/http/route";
import { healthz } from "@/lib/platform/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(healthz);
