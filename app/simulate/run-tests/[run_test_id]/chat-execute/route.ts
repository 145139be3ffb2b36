import { routeOf } from "@/lib/http/route";
import { startChatExecution } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(startChatExecution);
