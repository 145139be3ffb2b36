import { webHandler } from "@/lib/exchange/web";
import { listSessions } from "@/lib/traces/operations";

export const GET = webHandler(listSessions);
