import { routeOf } from "@/lib/http/route";
import { listTemplateLabels } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listTemplateLabels);
