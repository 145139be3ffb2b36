import { routeOf } from "@/lib/http/route";
import { getStatus } from "@/lib/platform/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getStatus);
