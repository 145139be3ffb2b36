import { webHandler } from "@/lib/exchange/web";
import { previewOrganizationConfig, wrongAdminMethod } from "@/lib/gateway-admin/operations";

export const POST = webHandler(previewOrganizationConfig);
const refuse = webHandler(wrongAdminMethod);

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as PUT };
