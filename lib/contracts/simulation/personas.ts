import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id, name, page, pageQuery, timestamp } from "../shapes";
import { agentTypes, personaTypes } from "./names";
import { profile } from "./profile";
import { bothSpellings } from "./spelling";

const tag = "Personas";
const base = "/simulate/api/personas/";
const one = `${base}{persona_id}/`;
const params = z.object({ persona_id: id.meta({ description: "Id of the persona" }) });

const persona = z
  .object({
    id,
    persona_type: z.enum(personaTypes).meta({ description: "system comes with the product" }),
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
/** Other names under which clients send members. */
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
}; // safe because it has the names of the profile
const description = z.string().max(10_000, "At most 10000 characters.");
const whole = bothSpellings(z.object({ name, description: description.default(""), ...optional, ...twins }));
const FREE = "Names are unique in a workspace, in any case, and none of a built-in persona.";

const search = {
  search: z.string().max(255).optional(),
  simulation_type: z.enum(agentTypes).optional().meta({ description: "Only those who call, or who write" }),
};

export const listPersonas = define({
  name: "listPersonas",
  method: "GET",
  path: base,
  tag,
  summary: "List personas by name",
  description: "A page of the personas that come with the product and those of the workspace, by name.",
  envelope: "page",
  query: z.strictObject({
    type: z.enum(["prebuilt", "custom"]).optional().meta({ description: "Only built-in ones, or only one's own" }),
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
  description: "A page of the personas that come with the product, by name. Nobody changes them.",
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
  description: "A page of the personas that the workspace has made, by name.",
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
  summary: "What may be chosen of a persona",
  description:
    "The values that are offered for each member. Of those that describe somebody, other values are taken as well.",
  envelope: "bare",
  response: z.record(z.string(), z.array(choice)),
});

export const createPersona = define({
  name: "createPersona",
  method: "POST",
  path: base,
  tag,
  summary: "Create a persona",
  description: `Creates a persona of the workspace. A member without values stands for any. ${FREE}`,
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
  description: "A persona with all its members.",
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
  description: `Gives a persona of the workspace new members; what is left out becomes empty. Scenarios that have drawn on it stay as they are. ${FREE}`,
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
  summary: "Change some members of a persona",
  description: `Changes the given members of a persona of the workspace and leaves the others. ${FREE}`,
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
  description: "Deletes a persona of the workspace; rows that were made with it stay. 404 when it is sent again.",
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
  description: `Makes a persona of the workspace with the members of another, built in or one's own. ${FREE}`,
  errors: ["required"],
  envelope: "bare",
  params,
  body: z.object({ name }),
  response: persona,
  example: { name: "Thumb typist, evenings" },
});
