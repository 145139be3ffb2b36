import { routeOf } from "@/lib/http/route";
import { getRunTestStatus } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getRunTestStatus);
