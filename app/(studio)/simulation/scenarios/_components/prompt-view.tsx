"use client";
import { useMutation } from "@tanstack/react-query";
import { draftsOf } from "@/app/_form/draft-store";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { Textarea } from "@/app/_ui/control/textarea";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { fieldError } from "@/lib/client/call-error";
import { links } from "@/lib/client/links";
import { editScenario } from "@/lib/client/scenarios";
import type { ScenarioDetail } from "@/lib/contracts/simulation/scenarios";
import { type Finding, Findings } from "./findings";
import { SavedMeanwhile } from "./saved-meanwhile";
import { type Based, useBasedDraft } from "./use-based-draft";

interface Props {
  scenario: ScenarioDetail;
  findings: readonly Finding[];
  mayChange: boolean;
}

const drafts = draftsOf<Based<string, string>>();

/** The simulated customer's prompt. A row's values replace the column names in it. */
export function PromptView({ scenario, findings, mayChange }: Props) {
  const stored = scenario.prompts[0]?.content;
  if (stored === undefined)
    return <EmptyState title="No simulator">This scenario has no simulator agent, and so no prompt.</EmptyState>;
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      <Findings findings={findings} />
      <PromptEditor scenario={scenario} stored={stored} mayChange={mayChange} />
    </div>
  );
}

function PromptEditor({ scenario, stored, mayChange }: Omit<Props, "findings"> & { stored: string }) {
  const { draft, isOutdated, ...draftActions } = useBasedDraft(drafts, links.scenario(scenario.id), "prompt", stored);
  const text = draft ?? stored;
  const change = (next: string) => (next === stored ? draftActions.forget() : draftActions.change(next));
  const { mutate, isPending, error } = useMutation(editScenario);
  const isOver = isOutdated && !isPending; // the saved prompt arrives before the draft is removed
  const changed = { scenario_id: scenario.id, prompt: text, base_prompt: stored };
  const columns = Object.values(scenario.dataset_column_config ?? {}).map(({ name }) => name);
  return (
    <>
      {isOver ? <SavedMeanwhile what="prompt" /> : null}
      <Field
        label="The simulated customer's prompt"
        hint="Column names in double braces are replaced by each row's values."
        error={fieldError(error, "prompt") ?? error?.message}
      >
        <Textarea
          readOnly={!mayChange}
          className="max-h-[60dvh]! min-h-72! font-mono text-xs"
          value={text}
          onChange={(event) => change(event.target.value)}
        />
      </Field>
      {mayChange ? (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-soft">Insert</span>
          {columns.map((name) => (
            <Button key={name} size="small" onClick={() => change(`${text}{{${name}}}`)}>
              {name}
            </Button>
          ))}
          <div className="ml-auto flex gap-2">
            {draft === null ? null : <Button onClick={draftActions.forget}>Discard</Button>}
            <Button
              look="primary"
              busy={isPending}
              disabled={draft === null}
              onClick={() => mutate(changed, { onSuccess: draftActions.forget })}
            >
              {isOver ? "Overwrite" : "Save prompt"}
            </Button>
          </div>
        </div>
      ) : null}
    </>
  );
}
