// A prompt of the organization that the gateway fills into a chat.
import { z } from "zod";
import { dictionary } from "@/lib/bounds/list";
import { json } from "../shapes";

/** Why other protocols take no prompt of the gateway. */
export const ONLY_IN_CHATS = "Prompts are filled in on /v1/chat/completions. Send this one there.";

export const promptReference = z
  .strictObject({
    name: z.string().min(1, "May not be blank.").max(255, "At most 255 characters."),
    label: z.string().min(1, "May not be blank.").max(100, "At most 100 characters.").optional().meta({
      description: "The version to which this label points; production if neither label nor version is sent",
    }),
    version: z
      .union([z.int().min(1), z.string().regex(/^v?[1-9]\d{0,5}$/i, "Must be a version such as v3.")])
      .optional()
      .meta({ description: "A committed version, such as `v3`" }),
    variables: dictionary(z.string().max(100), json, 400).default({}).meta({
      description: "Values of variables, and lists of messages for placeholders",
    }),
  })
  .refine(({ label, version }) => label === undefined || version === undefined, {
    path: ["version"],
    error: "Send a label or a version, not both.",
  });
export type PromptReference = z.infer<typeof promptReference>;
