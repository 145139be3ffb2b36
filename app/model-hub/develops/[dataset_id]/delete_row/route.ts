import { deleteRows } from "@/lib/datasets/operations";

export const DELETE = deleteRows;
