import { getColumnFit } from "@/lib/datasets/operations";
import { routeOf } from "@/lib/http/route";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getColumnFit);
