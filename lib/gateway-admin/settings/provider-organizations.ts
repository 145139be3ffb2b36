import { z } from "zod";
import { section } from "./section";

const shape = z.union(
  [z.literal("all"), z.array(z.string().trim().min(1))],
  "Must be a list of organizations, by id or name, or the word all.",
);

/**
 * Whom the gateway's own providers serve; the first organization by default. Ids where it is stored. No request asks for it: each
 * key's projection says whether the key is served (served.ts).
 */
export const providerOrganizations = section({ shape, project: () => ({}) });
