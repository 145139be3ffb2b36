/** Paths of the reference product that published clients call and Assay does not have, each with what it is. */
const notBuilt: readonly (readonly [path: RegExp, what: string])[] = [
  [/^\/model-hub\/knowledge-base\//, "Knowledge bases are"],
  [/^\/model-hub\/(optimisation|metrics\/by-column)\b/, "Optimisation of prompts is"],
  [/^\/model-hub\/develops\/create-dataset-from-huggingface\//, "Import from Hugging Face is"],
  [/^\/model-hub\/api-keys\//, "Provider keys over this API are"],
  [/^\/sdk\/api\/v1\/log\/model\//, "A log of model predictions is"],
  [/^\/sdk\/api\/v1\/configure-evaluations\//, "Evaluation on other platforms is"],
  [/^\/tracer\/custom-eval-config\//, "Evaluation tags of traceAI's experiments are"],
];

/** Why there is nothing at a path that published clients call; null for a path that nobody knows. */
export function notBuiltAt(path: string): string | null {
  const withSlash = path.endsWith("/") ? path : `${path}/`;
  const found = notBuilt.find(([pattern]) => pattern.test(withSlash));
  return found ? `${found[1]} not part of Assay.` : null;
}
