import { deleteItemView } from "@/lib/annotation/operations";
import { routeOf } from "@/lib/http/route";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(deleteItemView);
