import { webHandler } from "@/lib/exchange/web";
import { createProject, listProjects } from "@/lib/traces/operations";

export const GET = webHandler(listProjects);
export const POST = webHandler(createProject);
