import { listMembers } from "@/lib/accounts/operations";

export const GET = listMembers;
