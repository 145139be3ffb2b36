import { z } from "zod";
import { define } from "../define";
import { id, longText, name, page, pageQuery, prototypeRunStatuses, timestamp } from "../shapes";

const tag = "Prototype runs";
const base = "/tracer/prototype-runs/";

export const prototypeRun = z
  .object({
    id,
    name: z.string(),
    model: z.string().nullable(),
    prompt: z.string(),
    response: z.string().nullable(),
    status: z.enum(prototypeRunStatuses),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "PrototypeRun" });
export type PrototypeRun = z.infer<typeof prototypeRun>;

export const listPrototypeRuns = define({
  name: "listPrototypeRuns",
  method: "GET",
  path: base,
  tag,
  summary: "List prototype runs, newest first",
  description: "A page of prototype runs, newest first.",
  envelope: "page",
  query: z.strictObject({
    ...pageQuery,
    search: z.string().max(255).optional().meta({ description: "Part of the name, ignoring case" }),
    status: z.enum(prototypeRunStatuses).optional(),
  }),
  response: page(prototypeRun),
  example: { status: "completed" },
});

export const createPrototypeRun = define({
  name: "createPrototypeRun",
  method: "POST",
  path: base,
  tag,
  summary: "Record a run of a prototype: its input and output",
  description: "Records a prototype's input and output for annotation; nothing runs. Each request records a new run.",
  body: z.strictObject({
    name,
    model: z.string().trim().max(255).nullish(),
    prompt: longText,
    response: longText.nullish(),
    status: z.enum(prototypeRunStatuses).default("completed"),
  }),
  response: prototypeRun,
  example: { name: "Refund reply", model: "gpt-4o-mini", prompt: "Where is my refund?", response: "On its way." },
});
