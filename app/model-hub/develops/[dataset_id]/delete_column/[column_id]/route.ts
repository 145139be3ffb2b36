import { deleteColumn } from "@/lib/datasets/operations";
import { webHandler } from "@/lib/exchange/web";

export const DELETE = webHandler(deleteColumn);
