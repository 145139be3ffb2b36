import { webHandler } from "@/lib/exchange/web";
import { listCallLogs } from "@/lib/simulation/operations";

export const GET = webHandler(listCallLogs);
