import { z } from "zod";
import { organizationLevel } from "./levels";

/** The contract of an organization's configuration as JSON Schema, from which its forms are made. */
export const organizationSchema = (): unknown =>
  JSON.parse(JSON.stringify(z.toJSONSchema(organizationLevel.shape, { io: "input", unrepresentable: "any" })));
