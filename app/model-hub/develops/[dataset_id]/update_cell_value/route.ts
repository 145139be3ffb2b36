import { updateCellValue } from "@/lib/datasets/operations";

export const PUT = updateCellValue;
