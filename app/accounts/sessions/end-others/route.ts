import { endOtherUserSessions } from "@/lib/accounts/operations";

export const POST = endOtherUserSessions;
