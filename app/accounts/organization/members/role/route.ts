import { changeMemberRole } from "@/lib/accounts/operations";

export const POST = changeMemberRole;
