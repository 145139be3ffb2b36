import { routeOf } from "@/lib/http/route";
import { deleteEvalConfig } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(deleteEvalConfig);
