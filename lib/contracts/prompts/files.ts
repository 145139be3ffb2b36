// Prompts as files: one YAML document for each prompt, with its newest version.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id } from "../shapes";
import { MAX_IMPORTED_PROMPTS, MAX_PROMPT_FILE_CHARACTERS, promptFileChanges } from "./names";
import { promptBase, promptTag } from "./prompts";

export const exportPrompts = define({
  name: "exportPrompts",
  method: "GET",
  path: `${promptBase}export/`,
  tag: promptTag,
  summary: "Export prompts as YAML",
  description:
    "One document for each prompt, by name, with its newest committed version, its commit message and the labels that point to it. A prompt with drafts alone is left out. The same prompts give the same bytes. The JSON Schema of a document is at /assay-prompt.schema.json.",
  envelope: "file",
  answers: ["application/yaml"],
  errors: ["not_found"],
  query: z.strictObject({
    prompt_id: id.optional().meta({ description: "Only this prompt" }),
    folder: z.string().max(255).optional().meta({ description: "Only prompts of this folder" }),
  }),
  response: z.unknown(),
  example: { folder: "Support" },
});

const importedPrompt = z
  .object({
    file: z.string(),
    name: z.string(),
    id: id.nullable().meta({ description: "Id of the prompt; null if it does not exist" }),
    change: z.enum(promptFileChanges).meta({
      description: "`edited` changes only the folder or description. `version_added` may change them too",
    }),
    version: z.string().nullable().meta({
      description: "The version with the file's content; null if it does not exist yet",
    }),
    labels_moved: z.array(z.string()),
    labels_left: z.array(z.string()).meta({
      description: "Labels of the file that do not point to the version, and stay where they are",
    }),
  })
  .meta({ id: "ImportedPrompt" });
export type ImportedPrompt = z.infer<typeof importedPrompt>;

export const importPrompts = define({
  name: "importPrompts",
  method: "POST",
  path: `${promptBase}import/`,
  tag: promptTag,
  summary: "Import prompts from YAML",
  description: `Creates prompts that do not exist, and a new version of those whose content differs from their newest committed version. Repeating the request changes nothing. All files are checked first: a bad one is refused with its name and field, and nothing is changed. Then each prompt is written as a whole. Labels stay where they are unless \`move_labels\` is set; a label with a gate moves on evidence only. A request has at most ${MAX_IMPORTED_PROMPTS} prompts. Files with very many values, and files that take more than ten seconds to read, are refused.`,
  errors: ["conflict", "service_unavailable"],
  body: z.strictObject({
    files: list(
      z.strictObject({
        file: z.string().min(1).max(1000).meta({ description: "What refusals call it" }),
        text: z.string().max(MAX_PROMPT_FILE_CHARACTERS, `At most ${MAX_PROMPT_FILE_CHARACTERS} characters.`).meta({
          description: "YAML or JSON; several prompts as several documents",
        }),
      }),
      MAX_IMPORTED_PROMPTS,
    ).min(1, "At least one file is required."),
    dry_run: z.boolean().default(false).meta({ description: "Answers what would change, and changes nothing" }),
    move_labels: z.boolean().default(false).meta({ description: "Also moves the labels that the files name" }),
  }),
  response: z.object({ prompts: z.array(importedPrompt) }),
  example: {
    files: [
      {
        file: "support-reply.yaml",
        text: 'name: support-reply\nmessages:\n  - role: user\n    content: "{{question}}"\n',
      },
    ],
    dry_run: true,
  },
});
