import type { PromptVersion } from "@/lib/contracts/prompts/shapes";
import { placeholdersIn } from "@/lib/gateway/prompts/variables";

export type Snippet = "curl" | "python" | "typescript";
type Called = Pick<PromptVersion, "name" | "version" | "labels" | "content">;

/** The body's member `prompt`, with an example for each variable. */
function promptOf({ name, version, labels, content }: Called): object {
  const [label] = labels;
  const examples = content.variables.map(({ name: variable, examples: [first] }) => [variable, first ?? "…"]);
  const lists = placeholdersIn(content.messages).map((placeholder) => [placeholder, []]);
  const variables = Object.fromEntries([...examples, ...lists]);
  return { name, ...(label ? { label: label.name } : { version }), variables };
}

/** The body needs a model where the version has none. */
const bodyOf = (version: Called): object => ({
  ...(version.content.model === null ? { model: "openai/gpt-5-mini" } : {}),
  prompt: promptOf(version),
});

const indented = (value: object, by: string): string => JSON.stringify(value, null, 2).replaceAll("\n", `\n${by}`);

export const snippetOf: Record<Snippet, (origin: string, version: Called) => string> = {
  curl(origin, version) {
    const body = JSON.stringify(bodyOf(version), null, 2);
    return `curl ${origin}/v1/chat/completions \\
  -H "Authorization: Bearer YOUR_KEY" \\
  -H "Content-Type: application/json" \\
  -d '${body.replaceAll("'", `'\\''`)}'`;
  },
  python: (origin, version) => `import requests

answer = requests.post(
    "${origin}/v1/chat/completions",
    headers={"Authorization": "Bearer YOUR_KEY"},
    json=${indented(bodyOf(version), "    ")},
)
print(answer.json()["choices"][0]["message"]["content"])`,
  typescript: (origin, version) => `const response = await fetch("${origin}/v1/chat/completions", {
  method: "POST",
  headers: { Authorization: "Bearer YOUR_KEY", "Content-Type": "application/json" },
  body: JSON.stringify(${indented(bodyOf(version), "  ")}),
});
const answer = await response.json();
console.log(answer.choices[0].message.content);`,
};
