import { routeOf } from "@/lib/http/route";
import { getPersonaOptions } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getPersonaOptions);
