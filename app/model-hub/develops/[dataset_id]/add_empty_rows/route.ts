import { addEmptyRows } from "@/lib/datasets/operations";

export const POST = addEmptyRows;
