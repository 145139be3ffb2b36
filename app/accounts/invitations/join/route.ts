import { joinOrganization } from "@/lib/accounts/operations";

export const POST = joinOrganization;
