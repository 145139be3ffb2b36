import { webHandler } from "@/lib/exchange/web";
import { startChatExecution } from "@/lib/simulation/operations";

export const POST = webHandler(startChatExecution);
