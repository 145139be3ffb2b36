"use client";
import { Trash2 } from "lucide-react";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import { Field } from "@/app/_ui/control/field";
import { NumberField } from "@/app/_ui/control/number-field";
import { Select } from "@/app/_ui/control/select";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { ModelField } from "@/app/(studio)/evaluate/_components/model-field";
import type { PromptContent } from "@/lib/contracts/prompts/content";
import { AnswerActions } from "./answer-actions";
import { AnswerFigures } from "./answer-figures";
import type { PlayColumn } from "./column";
import { ToolResults, ToolTurns } from "./tool-results";
import type { RecordedResult } from "./tools";
import type { PlayState } from "./use-plays";
import { refusalText } from "./value-problems";

interface Props {
  promptId: string;
  number: number;
  column: PlayColumn;
  versions: readonly string[];
  /** Undefined while it is loading. */
  content: PromptContent | undefined;
  error: Error | null;
  state: PlayState | undefined;
  recorded: readonly RecordedResult[];
  onRun: () => void;
  onChange: (column: PlayColumn) => void;
  /** Null for the last column. */
  onRemove: (() => void) | null;
}

/** A version with its model, and its answer. */
export function ColumnCard(props: Props) {
  const { promptId, number, column, content, error, state, recorded, onChange } = props;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-lg border border-line p-3">
      <Head {...props} />
      <ModelField
        label="Model"
        value={column.model}
        onChange={(model) => onChange({ ...column, model })}
        sandbox="sandbox/echo"
        placeholder={content?.model ?? "openai/gpt-5-mini"}
        hint={
          content?.model ? `Empty for ${content.model}, the version's own.` : "The version has no model of its own."
        }
        error={undefined}
      />
      <Field label="Temperature" optional>
        <NumberField
          value={column.temperature}
          onChange={(temperature) => onChange({ ...column, temperature })}
          min={0}
          max={2}
          step={0.1}
        />
      </Field>
      {error ? <ErrorState title="The version could not be loaded" error={error} /> : null}
      {state ? <ToolTurns turns={state.turns} /> : null}
      <Answer number={number} state={state} />
      {state?.status === "done" && state.played.toolCalls.length > 0 ? (
        <ToolResults key={state.turns.length} calls={state.played.toolCalls} recorded={recorded} onSend={state.goOn} />
      ) : null}
      {state ? <AnswerFigures played={state.played} status={state.status} /> : null}
      {content ? <AnswerActions promptId={promptId} column={column} content={content} state={state} /> : null}
    </li>
  );
}

function Head({ number, column, versions, content, state, onRun, onChange, onRemove }: Props) {
  return (
    <div className="flex items-center gap-2">
      <h2 className="sr-only">Column {number}</h2>
      <Select
        aria-label={`Version of column ${number}`}
        className="w-24!"
        value={column.version}
        options={versions.map((version) => ({ value: version, label: version }))}
        onChange={(version) => onChange({ ...column, version })}
      />
      <span className="flex-1" />
      <Button disabled={!content} busy={state?.status === "running"} onClick={onRun}>
        Run
      </Button>
      {onRemove ? (
        <IconButton label={`Remove column ${number}`} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      ) : null}
    </div>
  );
}

function Answer({ number, state }: { number: number; state: PlayState | undefined }) {
  if (state?.error)
    return (
      <p role="alert" className="rounded-md bg-bad-wash px-3 py-2 wrap-anywhere">
        {refusalText(state.error, state.texts)}
      </p>
    );
  const text = state?.played.text ?? "";
  return (
    <section
      aria-label={`Answer of column ${number}`}
      aria-busy={state?.status === "running"}
      className="min-h-24 rounded-md bg-sunk px-3 py-2"
    >
      {text === "" ? (
        <p className="text-soft">{emptyText(state)}</p>
      ) : (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {text}
        </p>
      )}
    </section>
  );
}

function emptyText(state: PlayState | undefined): string {
  if (!state) return "Not run yet.";
  if (state.status === "running") return "Waiting for the first words…";
  if (state.played.toolCalls.length > 0) return "The model calls tools.";
  return state.status === "stopped" ? "Stopped before the first words." : "The answer is empty.";
}
