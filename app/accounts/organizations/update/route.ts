import { updateOrganization } from "@/lib/accounts/operations";

export const POST = updateOrganization;
