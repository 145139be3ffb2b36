import { routeOf } from "@/lib/http/route";
import { compareCallSession } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(compareCallSession);
