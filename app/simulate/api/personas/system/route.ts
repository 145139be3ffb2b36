import { routeOf } from "@/lib/http/route";
import { listSystemPersonas } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listSystemPersonas);
