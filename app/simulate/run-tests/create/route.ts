import { webHandler } from "@/lib/exchange/web";
import { createRunTest } from "@/lib/simulation/operations";

export const POST = webHandler(createRunTest);
