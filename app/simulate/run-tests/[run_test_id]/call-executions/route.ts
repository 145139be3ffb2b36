import { routeOf } from "@/lib/http/route";
import { listRunTestCalls } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listRunTestCalls);
