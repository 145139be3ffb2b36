// A prompt as a YAML document. The same version gives the same bytes.
import { isDeepStrictEqual } from "node:util";
import { Document, visit } from "yaml";
import type { PromptContent } from "@/lib/contracts/prompts/content";
import type { PromptFile } from "@/lib/prompt-file";
import { storedContent } from "../../rules/content";

/** What stands for nothing is left out. */
const isNothing = (value: unknown): boolean =>
  value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

/** The variables, unless reading the messages gives the same. */
const variablesToWrite = (content: PromptContent): PromptContent["variables"] =>
  isDeepStrictEqual(storedContent({ ...content, variables: [] }, "messages").variables, content.variables)
    ? []
    : content.variables;

export function promptDocument({ name, folder, description, message, labels, ...content }: PromptFile): string {
  const { model, settings, messages, tools, output_schema } = content;
  const variables = variablesToWrite(content);
  const members = { folder, description, message, labels, model, settings, messages, variables, tools, output_schema };
  const written = Object.entries(members).filter(([, value]) => !isNothing(value));
  const document = new Document({ name, ...Object.fromEntries(written) }, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, scalar) {
      const { value } = scalar;
      // As a block, a text of blank lines loses its spaces.
      if (typeof value === "string" && value.includes("\n") && value.trim() === "") scalar.type = "QUOTE_DOUBLE";
    },
  });
  return document.toString({ lineWidth: 0, blockQuote: "literal" });
}
