import { switchOrganization } from "@/lib/accounts/operations";

export const POST = switchOrganization;
