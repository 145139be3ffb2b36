import { z } from "zod";
import { define } from "../define";
import { id, name, page, pageQuery, timestamp } from "../shapes";

const tag = "Tracing";

export const project = z
  .object({ id, name: z.string(), trace_count: z.int(), created_at: timestamp, updated_at: timestamp })
  .meta({ id: "Project" });
export type Project = z.infer<typeof project>;

export const listProjects = define({
  name: "listProjects",
  method: "GET",
  path: "/tracer/projects/",
  tag,
  summary: "List projects, newest first",
  description: "A page of projects, newest first, each with how many traces it has.",
  envelope: "page",
  query: z.strictObject({
    ...pageQuery,
    search: z.string().max(255).optional().meta({ description: "Part of the name, in any case" }),
  }),
  response: page(project),
  example: { search: "support" },
});

export const createProject = define({
  name: "createProject",
  method: "POST",
  path: "/tracer/projects/",
  tag,
  summary: "Create a project (exporters create missing projects themselves)",
  description:
    "Creates a project without traces. Names are unique in the organization; a taken name is refused. Exporters do not need this: they create the projects that they name.",
  body: z.strictObject({ name }),
  response: project,
  example: { name: "Support assistant" },
});
