"use client";
import { PartField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { Field } from "@/app/_ui/control/field";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { Select } from "@/app/_ui/control/select";
import { usePromptChoices, withChosen } from "@/app/(studio)/_components/choices";
import { ModelInput } from "@/app/(studio)/evaluate/_components/model-input";
import { taskTexts } from "@/app/(studio)/evaluate/experiments/_components/task-texts";
import { TriedText } from "@/app/(studio)/evaluate/experiments/_components/tried-text";
import { savedTask } from "./saved-task";
import type { ExperimentForm } from "./use-experiment-form";
import type { ChosenPrompt } from "./use-saved-prompt";

interface Props {
  form: SaveForm<ExperimentForm>;
  saved: ChosenPrompt;
}

/** A version of a saved prompt, whose variables are columns of the dataset, and what it would try. */
export function SavedPromptFields({ form, saved }: Props) {
  const { chosen, choose, versions, name, version, problem } = saved;
  const id = chosen?.id ?? null;
  const prompts = withChosen(usePromptChoices([id]), id && version ? { id, name: version.name } : undefined);
  if (prompts.isNone) return <p>You have no saved prompts. Create one under Prompts.</p>;
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Saved prompt" error={problem}>
          <SearchSelect
            options={prompts.options}
            onSearch={prompts.onSearch}
            value={id}
            onChange={(next) => choose({ id: next, version: null })}
            placeholder={prompts.isPending ? "Loading…" : "Choose a prompt"}
            empty={prompts.empty}
          />
        </Field>
        <PartField
          form={form}
          at="task.config.messages"
          label="Version of the prompt"
          hint="Its variables are filled from columns with the same names."
        >
          <Select
            value={name || null}
            options={versions.map((value) => ({ value, label: value }))}
            onChange={(next) => id && choose({ id, version: next })}
            disabled={versions.length === 0}
          />
        </PartField>
      </div>
      <ModelInput
        form={form}
        name="model"
        at="task.config.model"
        label="Model"
        sandbox="sandbox/echo"
        optional={version?.content.model !== null}
        placeholder={version?.content.model ?? "provider/model"}
        hint="In place of the version's model, if it names one."
      />
      {version ? <Tried version={version} model={form.values.model} /> : null}
    </>
  );
}

type Version = NonNullable<ChosenPrompt["version"]>;

function Tried({ version, model }: { version: Version; model: string }) {
  const read = savedTask(version, model);
  if ("problem" in read)
    return (
      <p role="alert" className="text-bad">
        {read.problem}
      </p>
    );
  const { config, prompt } = read;
  return Object.entries(taskTexts({ config, prompt, agent: null, message: null })).map(([name, text]) => (
    <TriedText key={name} name={name} text={text} />
  ));
}
