"use client";
import { Plus, X } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { CheckboxField, Refusal, useFormField, useRefusalsAt } from "@/app/_form/fields";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import { type FormOption, isRenamed } from "./label-form";
import type { SettingsProps } from "./settings-props";

/** The options in order. Enter adds one below, Backspace in an empty one removes it. */
export function OptionsSettings({ form }: SettingsProps) {
  const { value: options, onChange, error } = useFormField({ form, name: "options", at: "settings.options" });
  useRefusalsAt(form, "renamed_options", "options");
  const list = useRef<HTMLOListElement>(null);
  const focusAt = (index: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll("input")[index]?.focus());
  const change = (index: number, option: FormOption) => onChange(options.with(index, option));
  const insert = (index: number) => {
    onChange(options.toSpliced(index, 0, { name: "" }));
    focusAt(index);
  };
  const remove = (index: number) => {
    onChange(options.toSpliced(index, 1));
    focusAt(Math.max(0, index - 1));
  };
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">Options</legend>
      <ol ref={list} className="grid gap-1.5">
        {options.map((option, index) => (
          <Option
            // biome-ignore lint/suspicious/noArrayIndexKey: options have no identity but their position
            key={index}
            name={`Option ${index + 1}`}
            option={option}
            isRefused={Boolean(error)}
            isNeeded={options.length <= 2}
            onChange={(next) => change(index, next)}
            onInsert={() => insert(index + 1)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <Refusal text={error} />
      <div className="mt-1 mb-2">
        <Button size="small" look="ghost" icon={<Plus aria-hidden="true" />} onClick={() => insert(options.length)}>
          Add option
        </Button>
      </div>
      <CheckboxField form={form} name="multiple" at="settings.multi_choice" label="Allow multiple" />
    </fieldset>
  );
}

interface OptionProps {
  /** What it is called until it has a text. */
  name: string;
  option: FormOption;
  isRefused: boolean;
  /** A label needs two options. */
  isNeeded: boolean;
  onChange: (option: FormOption) => void;
  /** Adds an option below. */
  onInsert: () => void;
  onRemove: () => void;
}

function Option({ name, option, isRefused, isNeeded, onChange, onInsert, onRemove }: OptionProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const inserts = event.key === "Enter";
    const removes = event.key === "Backspace" && option.name === "" && !isNeeded;
    if (!inserts && !removes) return;
    event.preventDefault();
    if (inserts) onInsert();
    else onRemove();
  };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-1">
      <input
        aria-label={name}
        aria-invalid={isRefused || undefined}
        className="control"
        value={option.name}
        placeholder={name}
        onChange={(event) => onChange({ ...option, name: event.target.value })}
        onKeyDown={onKeyDown}
      />
      <IconButton label={`Remove ${name.toLowerCase()}`} disabled={isNeeded} onClick={onRemove}>
        <X aria-hidden="true" />
      </IconButton>
      {isRenamed(option) ? (
        <p className="col-span-2 flex flex-wrap items-center gap-x-3 pb-1 text-xs text-soft">
          <span>Renames “{option.was}”. Existing answers follow.</span>
          <button
            type="button"
            className="rounded-sm text-accent hover:underline pointer-coarse:min-h-11"
            onClick={() => onChange({ name: option.name })}
          >
            Make this a new option
          </button>
        </p>
      ) : null}
    </li>
  );
}
