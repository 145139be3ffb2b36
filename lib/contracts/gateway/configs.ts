// Organizations' configurations of the gateway, for its operator or for their own Owners and Admins.
import { z } from "zod";
import { dictionary } from "@/lib/bounds/list";
import { define } from "../define";
import { id, jsonObject, timestamp } from "../shapes";

const tag = "Gateway administration";
const SECRETS = "Secrets are masked.";
const base = "/-/orgs/{org_id}/config";
const versions = `${base}/versions`;
const number = z.int().min(1).max(2_147_483_647);
const organization = id.meta({ description: "The organization" });
const params = z.object({ org_id: organization });
const versionParams = z.object({
  org_id: organization,
  version: z.coerce.number().pipe(number).meta({ description: "The version's number" }),
});
const access = { access: "gateway", envelope: "bare", tag } as const;

const entry = z.object({
  organization_id: id,
  version: number.meta({ description: "Counts up from 1; a number is never used again" }),
  active: z.boolean(),
  origin: z.enum(["api", "config"]).meta({ description: "Where it comes from: the API, or the configuration file" }),
  change_description: z.string().nullable(),
  created_by: z.object({ id, name: z.string() }).nullable().meta({
    description: "The Owner or Admin who made it; null for the gateway's operator",
  }),
  created_at: timestamp,
});

const config = jsonObject.meta({
  description: "The sections of the configuration file that an organization can have, in the same spelling",
});
const organizationConfig = entry.extend({ config }).meta({ id: "OrganizationConfig" });

const description = z
  .string()
  .trim()
  .max(1000)
  .optional()
  .meta({ description: "Why, for those who read the versions" });
const BODY = "The sections stand in the body itself, or in `config`.";
const sections = dictionary(z.string(), z.unknown(), 100);
const baseVersion = z.int().min(0).max(2_147_483_647).optional().meta({
  description: "The active version that this one was written from, 0 for none: refused where another is active by now",
});

const body = z
  .looseObject({ change_description: description, base_version: baseVersion, config: sections.optional() })
  .meta({ description: BODY })
  .transform(({ change_description, base_version, config, ...own }, context) => {
    const [another] = Object.keys(own);
    if (config && another) context.addIssue({ code: "custom", path: [another], message: BODY });
    return { change_description, base_version, given: config ?? own };
  });

const changes = z.array(
  z.object({
    path: z.array(z.string()),
    kind: z.enum(["added", "removed", "changed"]),
    before: z.unknown(),
    after: z.unknown(),
  }),
);

export const createOrganizationConfig = define({
  name: "createOrganizationConfig",
  method: "POST",
  path: base,
  ...access,
  summary: "Give an organization a new version of its configuration, active at once",
  description: `Stores the whole configuration as the organization's next version and makes it the active one, in force with the next request in every process. ${BODY} What it does not name is not set. A secret that is sent as it was shown stays what it is. With \`base_version\`, 409 where another version is active by now, and nothing is made. When the gateway's store cannot be reached, nothing is made.`,
  errors: ["invalid_json", "not_found", "conflict", "request_too_large"],
  params,
  body,
  response: organizationConfig,
  example: { rate_limiting: { enabled: true, rpm: 1200 }, change_description: "Twice the requests" },
});

export const previewOrganizationConfig = define({
  name: "previewOrganizationConfig",
  method: "POST",
  path: `${base}/preview`,
  ...access,
  summary: "Tell what a configuration would change, and what is wrong with it",
  description: `Checks a configuration as if it were to become the organization's next version, and stores nothing: everything that would keep it from being one, by its field, or else every value in which it differs from the active version. ${SECRETS}`,
  errors: ["invalid_json", "not_found", "request_too_large"],
  params,
  body: z.strictObject({ config: sections }),
  response: z.object({
    compare_to: number.nullable().meta({ description: "The active version's number; null without one" }),
    problems: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .meta({ description: "Fields by their path, as refusals name them" }),
    changes: changes.meta({ description: "As between versions; none while there are problems" }),
  }),
  example: { config: { rate_limiting: { enabled: true, rpm: 1200 } } },
});

export const getOrganizationConfig = define({
  name: "getOrganizationConfig",
  method: "GET",
  path: base,
  ...access,
  summary: "Get an organization's active configuration",
  description: `The version that is in force, whole. ${SECRETS} 404 while the organization has none.`,
  errors: ["not_found"],
  params,
  response: organizationConfig,
});

export const listConfigVersions = define({
  name: "listConfigVersions",
  method: "GET",
  path: versions,
  ...access,
  summary: "List the versions of an organization's configuration, newest first",
  description: `Versions without their configurations. \`has_more\` says whether there are older ones than these; the last one's number, as \`after\`, gets them.`,
  errors: ["not_found"],
  params,
  query: z.strictObject({
    limit: z.int().min(1).max(1000).default(100).meta({ description: "How many, 100 unless told" }),
    after: number.optional().meta({ description: "The versions that are older than this one" }),
  }),
  response: z.object({ object: z.literal("list"), data: z.array(entry), has_more: z.boolean() }),
});

export const getConfigVersion = define({
  name: "getConfigVersion",
  method: "GET",
  path: `${versions}/{version}`,
  ...access,
  summary: "Get one version of an organization's configuration",
  description: `A version, active or not, with its configuration. ${SECRETS}`,
  errors: ["not_found"],
  params: versionParams,
  response: organizationConfig,
});

export const activateConfigVersion = define({
  name: "activateConfigVersion",
  method: "POST",
  path: `${versions}/{version}/activate`,
  ...access,
  summary: "Go back to a version",
  description: `Makes a version the active one, in force with the next request in every process; repeated, it changes nothing. It keeps its number: what was active before stays and can be gone back to as well.`,
  errors: ["invalid_json", "not_found", "request_too_large"],
  params: versionParams,
  response: organizationConfig,
});

export const compareConfigVersions = define({
  name: "compareConfigVersions",
  method: "GET",
  path: `${versions}/{version}/diff`,
  ...access,
  summary: "What a version changes against another",
  description: `Every value that differs, by its path: from \`compare_to\` to the version, or all that the version says where no other is named. Lists are compared as wholes. ${SECRETS} A secret that was changed is among the changes.`,
  errors: ["not_found"],
  params: versionParams,
  query: z.strictObject({ compare_to: number.optional().meta({ description: "Number of the other version" }) }),
  response: z.object({
    version: number,
    compare_to: number.nullable(),
    changes,
  }),
});
