import { webHandler } from "@/lib/exchange/web";
import { createCallBatch } from "@/lib/simulation/operations";

export const POST = webHandler(createCallBatch);
