import { enableKey } from "@/lib/accounts/operations";

export const POST = enableKey;
