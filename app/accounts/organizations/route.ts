import { listOrganizations } from "@/lib/accounts/operations";
import { webHandler } from "@/lib/exchange/web";

export const GET = webHandler(listOrganizations);
