import { webHandler } from "@/lib/exchange/web";
import { importScenarioTasks } from "@/lib/simulation/operations";

export const POST = webHandler(importScenarioTasks);
