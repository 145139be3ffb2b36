import { routeOf } from "@/lib/http/route";
import { updateRunTestComponents } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(updateRunTestComponents);
