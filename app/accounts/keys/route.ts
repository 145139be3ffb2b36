import { checkKey } from "@/lib/accounts/operations";

export const GET = checkKey;
