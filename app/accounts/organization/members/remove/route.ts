import { removeMember } from "@/lib/accounts/operations";

export const POST = removeMember;
