import { listKeys } from "@/lib/accounts/operations";

export const GET = listKeys;
