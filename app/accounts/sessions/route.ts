import { listUserSessions } from "@/lib/accounts/operations";

export const GET = listUserSessions;
