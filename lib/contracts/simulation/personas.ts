import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id, name, page, pageQuery, timestamp } from "../shapes";
import { bothSpellings } from "../spelling";
import { agentTypes, personaTypes } from "./names";
import { profile } from "./profile";

const tag = "Personas";
const base = "/simulate/api/personas/";
const one = `${base}{persona_id}/`;
const params = z.object({ persona_id: id.meta({ description: "Id of the persona" }) });

const persona = z
  .object({
    id,
    persona_type: z.enum(personaTypes).meta({ description: "system: built in" }),
    name: z.string(),
    description: z.string(),
    ...profile,
    is_default: z.boolean(),
    workspace: id.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Persona" });

const some = z.string().trim().min(1).max(255);
/** Other field names that clients send. */
const twins = {
  profession: list(some, 50).optional().meta({ description: "Another name for occupation" }),
  language: z
    .union([some, list(some, 50)])
    .optional()
    .meta({ description: "Another name for languages" }),
  custom_properties: profile.metadata.optional().meta({ description: "Another name for metadata" }),
};
const optional = Object.fromEntries(Object.entries(profile).map(([member, schema]) => [member, schema.optional()])) as {
  [Name in keyof typeof profile]: z.ZodOptional<(typeof profile)[Name]>;
}; // safe because it has the field names of the profile
const description = z.string().max(10_000, "At most 10000 characters.");
const whole = bothSpellings(z.object({ name, description: description.default(""), ...optional, ...twins }));
const FREE = "Names are unique in a workspace, ignoring case, and cannot be the name of a built-in persona.";

const search = {
  search: z.string().max(255).optional(),
  simulation_type: z.enum(agentTypes).optional().meta({ description: "Only voice personas, or only text personas" }),
};

export const listPersonas = define({
  name: "listPersonas",
  method: "GET",
  path: base,
  tag,
  summary: "List personas by name",
  description: "A page of the built-in and the workspace's own personas, by name.",
  envelope: "page",
  query: z.strictObject({
    type: z
      .enum(["prebuilt", "custom"])
      .optional()
      .meta({ description: "Only built-in personas, or only the workspace's own" }),
    ...search,
    ...pageQuery,
  }),
  response: page(persona),
  example: { type: "prebuilt", simulation_type: "text" },
});

export const listSystemPersonas = define({
  name: "listSystemPersonas",
  method: "GET",
  path: `${base}system/`,
  tag,
  summary: "List built-in personas",
  description: "A page of the built-in personas, by name. They cannot be changed.",
  envelope: "page",
  query: z.strictObject({ ...search, ...pageQuery }),
  response: page(persona),
});

export const listWorkspacePersonas = define({
  name: "listWorkspacePersonas",
  method: "GET",
  path: `${base}workspace/`,
  tag,
  summary: "List the workspace's personas",
  description: "A page of the workspace's own personas, by name.",
  envelope: "page",
  query: z.strictObject({ ...search, ...pageQuery }),
  response: page(persona),
});

const choice = z.object({ value: z.string(), label: z.string() });

export const getPersonaOptions = define({
  name: "getPersonaOptions",
  method: "GET",
  path: `${base}field-options/`,
  tag,
  summary: "Get the suggested values of a persona's fields",
  description: "The suggested values of each field. Fields that describe a person accept other values too.",
  envelope: "bare",
  response: z.record(z.string(), z.array(choice)),
});

export const createPersona = define({
  name: "createPersona",
  method: "POST",
  path: base,
  tag,
  summary: "Create a persona",
  description: `Creates a persona in the workspace. A field without values means any value. ${FREE}`,
  errors: ["required"],
  envelope: "bare",
  body: whole,
  response: persona,
  example: {
    name: "Night shift nurse",
    description: "Writes between two patients.",
    simulation_type: "text",
    occupation: ["Nurse"],
    verbosity: "brief",
  },
});

export const getPersona = define({
  name: "getPersona",
  method: "GET",
  path: one,
  tag,
  summary: "Get a persona",
  description: "A persona with all its fields.",
  envelope: "bare",
  params,
  response: persona,
});

export const replacePersona = define({
  name: "replacePersona",
  method: "PUT",
  path: one,
  tag,
  summary: "Replace a persona",
  description: `Replaces all fields of a workspace persona; fields that are not sent become empty. Existing scenario rows do not change. ${FREE}`,
  errors: ["required"],
  envelope: "bare",
  params,
  body: whole,
  response: persona,
  example: { name: "Night shift nurse", simulation_type: "text", occupation: ["Nurse"] },
});

export const updatePersona = define({
  name: "updatePersona",
  method: "PATCH",
  path: one,
  tag,
  summary: "Update a persona",
  description: `Changes only the fields that are sent. Only workspace personas can be changed. ${FREE}`,
  envelope: "bare",
  params,
  body: bothSpellings(z.object({ name: name.optional(), description: description.optional(), ...optional, ...twins })),
  response: persona,
  example: { verbosity: "brief" },
});

export const deletePersona = define({
  name: "deletePersona",
  method: "DELETE",
  path: one,
  tag,
  summary: "Delete a persona",
  description: "Deletes a workspace persona. Rows that were made with it stay. Deleting it again is a 404.",
  envelope: "bare",
  params,
  response: z.object({ message: z.string() }),
});

export const duplicatePersona = define({
  name: "duplicatePersona",
  method: "POST",
  path: `${base}duplicate/{persona_id}/`,
  tag,
  summary: "Duplicate a persona",
  description: `Creates a workspace persona with the fields of another, built-in or your own. ${FREE}`,
  errors: ["required"],
  envelope: "bare",
  params,
  body: z.object({ name }),
  response: persona,
  example: { name: "Thumb typist, evenings" },
});
