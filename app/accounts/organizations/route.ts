import { listOrganizations } from "@/lib/accounts/operations";

export const GET = listOrganizations;
