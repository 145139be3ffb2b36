import { webHandler } from "@/lib/exchange/web";
import { createOrganizationConfig, getOrganizationConfig, wrongAdminMethod } from "@/lib/gateway-admin/operations";

export const GET = webHandler(getOrganizationConfig);
export const POST = webHandler(createOrganizationConfig);
const refuse = webHandler(wrongAdminMethod);

export { refuse as DELETE, refuse as PATCH, refuse as PUT };
