import { routeOf } from "@/lib/http/route";
import { fetchAssistantFromProvider } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(fetchAssistantFromProvider);
