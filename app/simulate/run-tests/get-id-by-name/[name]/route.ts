import { routeOf } from "@/lib/http/route";
import { getRunTestIdByName } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getRunTestIdByName);
