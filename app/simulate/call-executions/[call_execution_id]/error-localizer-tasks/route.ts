import { routeOf } from "@/lib/http/route";
import { getCallLocalizations } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getCallLocalizations);
