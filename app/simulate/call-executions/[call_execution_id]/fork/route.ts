import { routeOf } from "@/lib/http/route";
import { forkCall } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(forkCall);
