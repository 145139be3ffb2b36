import { disableKey } from "@/lib/accounts/operations";

export const POST = disableKey;
