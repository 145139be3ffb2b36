import { addEmptyRows } from "@/lib/datasets/operations";
import { webHandler } from "@/lib/exchange/web";

export const POST = webHandler(addEmptyRows);
