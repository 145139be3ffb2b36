import { deleteKey } from "@/lib/accounts/operations";

export const DELETE = deleteKey;
