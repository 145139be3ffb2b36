import { createKey } from "@/lib/accounts/operations";

export const POST = createKey;
