import { inviteMember } from "@/lib/accounts/operations";

export const POST = inviteMember;
