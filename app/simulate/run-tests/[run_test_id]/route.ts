import { routeOf } from "@/lib/http/route";
import { deleteRunTest, getRunTest, updateRunTest } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(deleteRunTest, getRunTest, updateRunTest);
