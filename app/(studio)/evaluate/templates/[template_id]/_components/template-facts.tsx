import NextLink from "next/link";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { Time } from "@/app/_ui/text/time";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import type { ParamSchema } from "@/lib/contracts/evaluation/shapes/definition";
import type { getEvalTemplate } from "@/lib/contracts/evaluation/template-detail";
import { paramText } from "../../../_components/param-text";
import { kindOf, outputWords } from "../../../_components/words";

type Template = Output<typeof getEvalTemplate>;

/** A template's inputs, output and settings. */
export function TemplateFacts({ template }: { template: Template }) {
  const { output, choices, tags, config } = template;
  const params = Object.entries(config.params);
  const keys = [
    ...template.required_keys.map((key) => ({ key, note: modes(template, key) })),
    ...template.optional_keys.map((key) => ({ key, note: ["optional", ...modes(template, key)] })),
  ];
  return (
    <section className="min-w-0">
      <h2 className="mb-2 text-base font-medium">Settings</h2>
      <DefinitionList
        entries={[
          { term: "Kind", value: kindOf(template) },
          { term: "Output", value: outputWords[output] },
          {
            term: "Inputs",
            value:
              keys.length === 0 ? (
                "Any"
              ) : (
                <Lines
                  lines={keys.map(({ key, note }) => ({
                    name: key,
                    text: note.length > 0 ? ` (${note.join(", ")})` : "",
                  }))}
                />
              ),
          },
          ...(params.length > 0 ? [{ term: "Parameters", value: <Params params={params} /> }] : []),
          ...(output === "choices" ? [{ term: "Choices", value: choicesText(template) }] : []),
          ...(output === "choices" || choices.length === 0 ? [] : [{ term: "Verdicts", value: choices.join(", ") }]),
          ...(output === "score" && template.eval_type !== "code"
            ? [{ term: "Pass threshold", value: String(template.pass_threshold) }]
            : []),
          ...(template.model
            ? [{ term: "Judge", value: <code className="font-mono text-xs">{template.model}</code> }]
            : []),
          ...(tags.length > 0 ? [{ term: "Tags", value: <Tags tags={tags} /> }] : []),
          { term: "Owner", value: template.owner === "system" ? "Built in" : template.created_by_name },
          { term: "Version", value: template.current_version },
          { term: "Changed", value: <Time at={template.updated_at} /> },
        ]}
      />
    </section>
  );
}

const modes = ({ config }: Template, key: string): string[] =>
  (config.param_modalities[key] ?? []).filter((mode) => mode !== "text");

const choicesText = ({ choices, choice_scores: scores, multi_choice }: Template): string =>
  `${choices.map((choice) => (scores?.[choice] === undefined ? choice : `${choice} (${scores[choice]})`)).join(", ")}${multi_choice ? "; multiple allowed" : ""}`;

function Lines({ lines }: { lines: readonly { name: string; text: string }[] }) {
  return (
    <ul className="grid gap-1">
      {lines.map(({ name, text }) => (
        <li key={name}>
          <code className="font-mono text-xs">{name}</code>
          <span className="text-soft">{text}</span>
        </li>
      ))}
    </ul>
  );
}

const Params = ({ params }: { params: readonly [string, ParamSchema][] }) => (
  <Lines lines={params.map(([name, param]) => ({ name, text: `: ${paramText(param)}` }))} />
);

const Tags = ({ tags }: { tags: readonly string[] }) => (
  <span className="flex flex-wrap gap-x-3 gap-y-1 pointer-coarse:gap-y-6">
    {tags.map((tag) => (
      <NextLink
        key={tag}
        href={`${links.evalTemplates()}?tag=${encodeURIComponent(tag)}`}
        className="reach text-accent underline-offset-2 hover:underline"
      >
        {tag}
      </NextLink>
    ))}
  </span>
);
