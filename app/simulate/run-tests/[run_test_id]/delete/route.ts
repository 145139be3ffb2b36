import { routeOf } from "@/lib/http/route";
import { deleteRunTestByName } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(deleteRunTestByName);
