import { routeOf } from "@/lib/http/route";
import { sendChatMessage } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(sendChatMessage);
