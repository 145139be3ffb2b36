"use client";
import type { Value } from "@/app/_components/label-field/form-label";
import { LabelField } from "@/app/_components/label-field/label-field";
import { Status } from "@/app/_ui/feedback/status";
import type { ItemDetail, ItemLabel } from "@/lib/contracts/annotation/item-detail";
import { type Draft, isNoteNeeded, withItemNote, withLabelNote } from "./draft/draft";
import { isShown, suggestionFor } from "./draft/seen-suggestions";
import { NoteField } from "./note-field";
import { SuggestionLine } from "./suggestion-line";
import { useFieldKeys } from "./use-field-keys";

interface Props {
  detail: ItemDetail;
  draft: Draft;
  /** Why the server sent the item back. */
  error: string | null;
  problems: Readonly<Record<string, string>>;
  onEdit: (draft: Draft) => void;
  onSubmit: () => void;
}

/** The fields of an item. They are drawn once their code is loaded, so that they can take the focus. */
export function LabelForm({ detail, draft, error, problems, onEdit, onSubmit }: Props) {
  const { labels } = detail;
  const { form, focused, enter, answer, onKeyDown } = useFieldKeys({ detail, draft, onEdit, onSubmit });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens for the keys of the controls inside
    <div ref={form} onKeyDown={onKeyDown} className="-ml-4">
      {error ? (
        <p role="alert" className="my-2 ml-4 rounded-md bg-bad-wash px-3 py-2">
          <Status tone="bad" shape="alert" className="whitespace-normal!">
            {error} Your answers are saved.
          </Status>
        </p>
      ) : null}
      <div className="divide-y divide-line">
        {labels.map((label, index) => (
          <LabelField
            key={label.label_id}
            label={label}
            value={draft.values[label.label_id] ?? null}
            onChange={(value: Value) => answer(label, value)}
            error={problems[label.label_id]}
            current={index === focused}
            onFocus={() => enter(index)}
          >
            <Suggested
              {...{ detail, draft, label }}
              current={index === focused}
              onUse={(value) => answer(label, value)}
            />
            {label.allow_notes ? (
              <NoteField
                name={`Note on ${label.name}`}
                required={isNoteNeeded(label, draft)}
                value={draft.labelNotes[label.label_id] ?? ""}
                onChange={(note) => onEdit(withLabelNote(draft, label.label_id, note))}
              />
            ) : null}
          </LabelField>
        ))}
        <div className="py-3.5 pl-4">
          <NoteField
            name="Note on the item"
            value={draft.itemNote}
            onChange={(note) => onEdit(withItemNote(draft, note))}
          />
        </div>
      </div>
    </div>
  );
}

interface SuggestedProps {
  detail: ItemDetail;
  draft: Draft;
  label: ItemLabel;
  current: boolean;
  onUse: (value: Value) => void;
}

function Suggested({ detail, draft, label, current, onUse }: SuggestedProps) {
  const suggestion = suggestionFor(detail, label.label_id);
  if (!suggestion) return null;
  const value = draft.values[label.label_id] ?? null;
  return (
    <SuggestionLine {...{ label, value, suggestion, current, onUse }} shown={isShown(detail, draft, label.label_id)} />
  );
}
