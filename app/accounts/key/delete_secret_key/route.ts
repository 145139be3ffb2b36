import { deleteKey } from "@/lib/accounts/operations";
import { webHandler } from "@/lib/exchange/web";

export const DELETE = webHandler(deleteKey);
