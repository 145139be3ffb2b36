import { routeOf } from "@/lib/http/route";
import { cancelTestExecution } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(cancelTestExecution);
