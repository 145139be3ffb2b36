import { joinOrganization } from "@/lib/accounts/operations";
import { webHandler } from "@/lib/exchange/web";

export const POST = webHandler(joinOrganization);
