import { z } from "zod";
import { define } from "../define";
import { MAX_EXACT_COUNT } from "../limits";
import { exactText, id, page, pageQuery, timestamp } from "../shapes";

const tag = "Tracing";

export const project = z
  .object({
    id,
    name: z.string(),
    trace_count: z.int().meta({ description: `An estimate above ${MAX_EXACT_COUNT}` }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Project" });
export type Project = z.infer<typeof project>;

export const listProjects = define({
  name: "listProjects",
  method: "GET",
  path: "/tracer/projects/",
  tag,
  summary: "List projects, newest first",
  description: "A page of projects, newest first, each with its number of traces.",
  envelope: "page",
  query: z.strictObject({
    ...pageQuery,
    search: z.string().max(255).optional().meta({ description: "Part of the name, ignoring case" }),
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
  body: z.strictObject({ name: exactText }),
  response: project,
  example: { name: "Support assistant" },
});

export const listProjectTable = define({
  name: "listProjectTable",
  method: "GET",
  path: "/tracer/project/list_projects/",
  tag,
  summary: "List projects as published clients read them",
  description:
    "A page of projects, newest first. Pages count from 0. If `name` is a project's whole name, ignoring case, only that project is listed.",
  query: z.strictObject({
    page_number: z.int().min(0).max(1_000_000).default(0).meta({ description: "0-based page" }),
    page_size: z.int().min(1).max(100).default(20),
    name: z.string().max(255).optional().meta({ description: "A name or a part of it, ignoring case" }),
    project_type: z.string().max(100).optional().meta({ description: "Ignored: projects have one type" }),
  }),
  response: z.object({
    metadata: z.object({ total_rows: z.int(), total_pages: z.int().meta({ description: "1 at least" }) }),
    table: z.array(project),
  }),
  example: { name: "support", page_number: 0, page_size: 20 },
});
