import { z } from "zod";
import { define } from "../define";

export const exportOrganization = define({
  name: "exportOrganization",
  method: "GET",
  path: "/accounts/organization/export/",
  tag: "Accounts",
  access: "owner",
  summary: "Download everything of the organization",
  description:
    "Streams the organization as it is at this moment: JSON lines, compressed with gzip. The first line is a header, each other one a row with its table, and the last one says how many rows there are. Another server of the same version imports the file. It has no passwords, no providers' keys, no secrets of agents, and no webhooks. The download is recorded in the audit log.",
  envelope: "file",
  answers: ["application/gzip"],
  query: z.strictObject({}),
  response: z.unknown().meta({ type: "string", examples: ['{"table":"labels","row":{"id":"…","name":"Helpful"}}'] }),
});
