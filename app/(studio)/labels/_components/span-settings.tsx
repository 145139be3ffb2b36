"use client";
import { Plus, X } from "lucide-react";
import { CheckboxField, Refusal, TextField, useFormField } from "@/app/_form/fields";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import { Select } from "@/app/_ui/control/select";
import { type SpanCategory, spanColors } from "@/lib/annotation/labels/rules/text-spans";
import type { SettingsProps } from "./settings-props";

const colors = spanColors.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));

/** The field to mark spans in, and the categories that a span can have. */
export function SpanSettings({ form }: SettingsProps) {
  const { value, onChange, error } = useFormField({ form, name: "categories", at: "settings.categories" });
  const add = () => onChange([...value, { label: "", color: spanColors[value.length % spanColors.length] ?? "grey" }]);
  return (
    <div className="grid gap-4">
      <TextField
        form={form}
        name="field"
        at="settings.field"
        label="Field"
        hint="The dataset column whose text is marked. For traces, enter Input or Output."
        required
      />
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium">Categories</legend>
        <ol className="grid gap-1.5">
          {value.map((category, index) => (
            <Category
              // biome-ignore lint/suspicious/noArrayIndexKey: categories have no identity but their position
              key={index}
              name={`Category ${index + 1}`}
              category={category}
              isRefused={Boolean(error)}
              isNeeded={value.length <= 1}
              onChange={(next) => onChange(value.with(index, next))}
              onRemove={() => onChange(value.toSpliced(index, 1))}
            />
          ))}
        </ol>
        <Refusal text={error} />
        <div className="mt-1">
          <Button size="small" look="ghost" icon={<Plus aria-hidden="true" />} onClick={add}>
            Add category
          </Button>
        </div>
      </fieldset>
      <CheckboxField
        form={form}
        name="overlap"
        at="settings.allow_overlap"
        label="Spans of different categories may overlap"
      />
    </div>
  );
}

interface CategoryProps {
  name: string;
  category: SpanCategory;
  isRefused: boolean;
  isNeeded: boolean;
  onChange: (category: SpanCategory) => void;
  onRemove: () => void;
}

const Category = ({ name, category, isRefused, isNeeded, onChange, onRemove }: CategoryProps) => (
  <li className="grid grid-cols-[minmax(0,1fr)_7rem_auto] items-center gap-1">
    <input
      aria-label={name}
      aria-invalid={isRefused || undefined}
      className="control"
      value={category.label}
      placeholder={name}
      onChange={(event) => onChange({ ...category, label: event.target.value })}
    />
    <Select
      aria-label={`Color of ${name.toLowerCase()}`}
      value={category.color}
      options={colors}
      onChange={(color) => onChange({ ...category, color })}
    />
    <IconButton label={`Remove ${name.toLowerCase()}`} disabled={isNeeded} onClick={onRemove}>
      <X aria-hidden="true" />
    </IconButton>
  </li>
);
