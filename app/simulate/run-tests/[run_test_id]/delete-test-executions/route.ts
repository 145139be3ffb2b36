import { webHandler } from "@/lib/exchange/web";
import { deleteTestExecutions } from "@/lib/simulation/operations";

export const POST = webHandler(deleteTestExecutions);
