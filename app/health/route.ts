import { webHandler } from "@/lib/exchange/web";
import { health } from "@/lib/platform/operations";

export const GET = webHandler(health);
