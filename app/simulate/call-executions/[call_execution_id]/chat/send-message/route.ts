import { webHandler } from "@/lib/exchange/web";
import { sendChatMessage } from "@/lib/simulation/operations";

export const POST = webHandler(sendChatMessage);
