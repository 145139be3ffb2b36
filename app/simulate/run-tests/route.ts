import { routeOf } from "@/lib/http/route";
import { listRunTests } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listRunTests);
