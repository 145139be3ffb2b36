// What a pipeline runs: the text that the screens show.
import type { WrittenRunFile } from "@/lib/run-file";

/** A shell script that takes the command from the server, writes its file, and runs it. The API key is in ASSAY_API_KEY. */
export const pipelineScript = (origin: string, file: WrittenRunFile): string => `curl -fsSO ${origin}/assay.mjs
cat > assay-run.yaml <<'YAML'
# yaml-language-server: $schema=${origin}/assay-run.schema.json
${yamlOf(file)}
YAML
ASSAY_URL=${origin} node assay.mjs run assay-run.yaml --junit assay.xml`;

/** Texts that YAML reads as themselves without quotes. */
const PLAIN = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[a-z][\w-]*$/i;

const scalar = (value: unknown): string =>
  typeof value === "string" && PLAIN.test(value) ? value : JSON.stringify(value);

/** A file as YAML; what lies deeper than its lists is JSON, which is YAML too. */
function yamlOf(file: WrittenRunFile): string {
  const lines = (value: object): string[] =>
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => `${name}: ${scalar(member)}`);
  return Object.entries(file)
    .flatMap(([name, value]) =>
      Array.isArray(value)
        ? [
            `${name}:`,
            ...value.flatMap((entry: object) => lines(entry).map((line, at) => `${at === 0 ? "  - " : "    "}${line}`)),
          ]
        : lines({ [name]: value }),
    )
    .join("\n");
}
