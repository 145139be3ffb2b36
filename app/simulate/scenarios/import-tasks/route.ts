import { routeOf } from "@/lib/http/route";
import { importScenarioTasks } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(importScenarioTasks);
