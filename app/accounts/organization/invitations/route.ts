import { listInvitations } from "@/lib/accounts/operations";

export const GET = listInvitations;
