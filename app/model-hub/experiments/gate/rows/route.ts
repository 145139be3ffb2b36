import { planGate } from "@/lib/evaluation/experiments/operations";
import { routeOf } from "@/lib/http/route";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(planGate);
