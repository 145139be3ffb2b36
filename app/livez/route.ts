import { webHandler } from "@/lib/exchange/web";
import { livez } from "@/lib/platform/operations";

export const GET = webHandler(livez);
