"use client";
import { Plus, X } from "lucide-react";
import { useRef } from "react";
import { CheckboxField, Refusal, useFormField, useRefusalsAt } from "@/app/_form/fields";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import { isRenamed } from "./label-form";
import type { SettingsProps } from "./settings-props";

/** The options in order. Enter adds one below, Backspace in an empty one removes it. */
export function OptionsSettings({ form }: SettingsProps) {
  const { value: options, onChange, error } = useFormField({ form, name: "options", at: "settings.options" });
  useRefusalsAt(form, "renamed_options", "options");
  const list = useRef<HTMLOListElement>(null);
  const focusAt = (index: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll("input")[index]?.focus());
  const change = (index: number, text: string) => {
    const { was } = options[index] ?? {};
    onChange(options.with(index, was === undefined ? { name: text } : { name: text, was }));
  };
  const asNew = (index: number, name: string) => onChange(options.with(index, { name }));
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
          // biome-ignore lint/suspicious/noArrayIndexKey: options have no identity but their position
          <li key={index} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-1">
            <input
              aria-label={`Option ${index + 1}`}
              aria-invalid={error ? true : undefined}
              className="control"
              value={option.name}
              placeholder={`Option ${index + 1}`}
              onChange={(event) => change(index, event.target.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter" && !event.nativeEvent.isComposing) {
                  event.preventDefault();
                  insert(index + 1);
                } else if (event.key === "Backspace" && option.name === "" && options.length > 2) {
                  event.preventDefault();
                  remove(index);
                }
              }}
            />
            <IconButton
              label={`Remove option ${index + 1}`}
              disabled={options.length <= 2}
              onClick={() => remove(index)}
            >
              <X aria-hidden="true" />
            </IconButton>
            {isRenamed(option) ? (
              <p className="col-span-2 flex flex-wrap items-center gap-x-3 pb-1 text-xs text-soft">
                <span>Renames “{option.was}”. Existing answers follow.</span>
                <button
                  type="button"
                  className="rounded-sm text-accent hover:underline pointer-coarse:min-h-11"
                  onClick={() => asNew(index, option.name)}
                >
                  Make this a new option
                </button>
              </p>
            ) : null}
          </li>
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
