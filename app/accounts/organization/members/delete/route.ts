import { deleteMember } from "@/lib/accounts/operations";
import { routeOf } from "@/lib/http/route";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(deleteMember);
