// Organizations' configurations of the gateway, for its operator or for their own Owners and Admins.
import { z } from "zod";
import { dictionary } from "@/lib/bounds/list";
import { define } from "../define";
import { documentedAs } from "../documented";
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
  version: documentedAs(z.coerce.number("Must be the number of a version.").pipe(number), number).meta({
    description: "Version number",
  }),
});
const access = { access: "gateway", envelope: "bare", tag } as const;

const entry = z.object({
  organization_id: id,
  version: number.meta({ description: "Counts up from 1. Numbers are never reused" }),
  active: z.boolean(),
  origin: z.enum(["api", "config"]).meta({ description: "Source of the version: the API or the configuration file" }),
  change_description: z.string().nullable(),
  created_by: z.object({ id, name: z.string() }).nullable().meta({
    description: "The Owner or Admin who created it; null for the gateway's operator",
  }),
  created_at: timestamp,
});

const config = jsonObject.meta({
  description: "The sections of the configuration file that an organization can set, with the same names",
});
const organizationConfig = entry.extend({ config }).meta({ id: "OrganizationConfig" });

const description = z
  .string()
  .trim()
  .max(1000)
  .optional()
  .meta({ description: "Why the version was made; shown with the versions" });
const BODY = "Send the sections in the body itself or in `config`.";
const sections = dictionary(z.string(), z.unknown(), 100);
const baseVersion = z.int().min(0).max(2_147_483_647).optional().meta({
  description:
    "The active version that this one is based on, 0 for none. The request is refused if another version is active now",
});

const body = z
  .looseObject({
    change_description: description,
    base_version: baseVersion,
    config: sections.optional(),
    org_id: z.string().optional().meta({ description: "Beside `config` only: the organization of the path once more" }),
  })
  .meta({ description: BODY })
  .transform(({ change_description, base_version, config, org_id, ...own }, context) => {
    const [another] = config || org_id === undefined ? Object.keys(own) : ["org_id"];
    if ((config || org_id !== undefined) && another)
      context.addIssue({ code: "custom", path: [another], message: BODY });
    return {
      change_description,
      base_version,
      sections: config ?? own,
      ...(org_id === undefined ? {} : { named_organization: org_id }),
    };
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
  summary: "Create and activate a new version of an organization's configuration",
  description: `Stores the whole configuration as the organization's next version and activates it. Every process applies it from the next request on. ${BODY} Settings that are not sent are unset. A masked secret that is sent back keeps its value. With \`base_version\` the answer is 409 if another version is active now, and nothing is created. If the gateway's store cannot be reached, nothing is created.`,
  errors: ["invalid_json", "not_found", "conflict", "request_too_large"],
  params,
  body,
  response: organizationConfig,
  example: { rate_limiting: { enabled: true, rpm: 1200 }, change_description: "Double the requests" },
});

export const previewOrganizationConfig = define({
  name: "previewOrganizationConfig",
  method: "POST",
  path: `${base}/preview`,
  ...access,
  summary: "Validate a configuration and show what it would change",
  description: `Checks a configuration as if it were the organization's next version, and stores nothing. Returns every problem by its field; without problems, every value that differs from the active version. ${SECRETS}`,
  errors: ["invalid_json", "not_found", "request_too_large"],
  params,
  body: z.strictObject({ config: sections }),
  response: z.object({
    compare_to: number.nullable().meta({ description: "Number of the active version; null if there is none" }),
    problems: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .meta({ description: "Problems by the path of their field, as in refusals" }),
    changes: changes.meta({ description: "Changes from the active version; empty while there are problems" }),
  }),
  example: { config: { rate_limiting: { enabled: true, rpm: 1200 } } },
});

export const getOrganizationConfig = define({
  name: "getOrganizationConfig",
  method: "GET",
  path: base,
  ...access,
  summary: "Get an organization's active configuration",
  description: `The whole active version. ${SECRETS} The answer is 404 while the organization has none.`,
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
  description: `Versions without their configurations. \`has_more\` says whether there are older ones. To get them, send the number of the last version as \`after\`.`,
  errors: ["not_found"],
  params,
  query: z.strictObject({
    limit: z.int().min(1).max(1000).default(100).meta({ description: "Page size, 100 by default" }),
    after: number.optional().meta({ description: "Only versions older than this one" }),
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
  summary: "Activate an earlier version",
  description: `Activates a version. Every process applies it from the next request on. Repeating the request changes nothing. The version keeps its number, and the version that was active before can be activated again.`,
  errors: ["invalid_json", "not_found", "request_too_large"],
  params: versionParams,
  response: organizationConfig,
});

export const compareConfigVersions = define({
  name: "compareConfigVersions",
  method: "GET",
  path: `${versions}/{version}/diff`,
  ...access,
  summary: "Compare a version with another",
  description: `Every value that differs, by its path, from \`compare_to\` to the version. Without \`compare_to\`, every value of the version. Lists are compared as a whole. ${SECRETS} A changed secret is listed among the changes.`,
  errors: ["not_found"],
  params: versionParams,
  query: z.strictObject({ compare_to: number.optional().meta({ description: "Number of the other version" }) }),
  response: z.object({
    version: number,
    compare_to: number.nullable(),
    changes,
  }),
});
