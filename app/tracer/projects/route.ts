import { createProject, listProjects } from "@/lib/traces/operations";

export const GET = listProjects;
export const POST = createProject;
