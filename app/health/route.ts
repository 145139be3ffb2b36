import { routeOf } from "@/lib/http/route";
import { health } from "@/lib/platform/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(health);
