import { updateCellValue } from "@/lib/datasets/operations";
import { webHandler } from "@/lib/exchange/web";

export const PUT = webHandler(updateCellValue);
