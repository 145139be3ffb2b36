import { routeOf } from "@/lib/http/route";
import { createProject, listProjects } from "@/lib/traces/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listProjects, createProject);
