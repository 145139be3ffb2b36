import { endUserSession } from "@/lib/accounts/operations";

export const POST = endUserSession;
