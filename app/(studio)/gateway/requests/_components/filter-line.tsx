"use client";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Input } from "@/app/_ui/control/input";
import { Select } from "@/app/_ui/control/select";
import { RemovableFilter } from "@/app/_ui/list/removable-filter";
import { SearchInput } from "@/app/_ui/list/search-input";
import { filters, outcomes, type RequestFilter, type SpanName } from "./request-filter";

const spanOptions: { value: SpanName; label: string }[] = [
  { value: "all", label: "All time" },
  { value: "hour", label: "Last hour" },
  { value: "day", label: "Last day" },
  { value: "week", label: "Last week" },
];
const outcomeLabels = { all: "All outcomes", failed: "Failed", charged: "Charged" };
const outcomeOptions = outcomes.map((value) => ({ value, label: outcomeLabels[value] }));
const fields = Object.entries(filters).map(([value, { label }]) => ({ value, label }));

interface Props {
  filter: RequestFilter;
  onChange: (changes: Record<string, string | null>, keepsBack?: boolean) => void;
}

/** Text search, time, outcome, and further filters as chips. */
export function FilterLine({ filter, onChange }: Props) {
  return (
    <div className="mb-3 grid gap-2">
      <div className="flex flex-wrap gap-2">
        <SearchInput label="Search messages" value={filter.search} onChange={(search) => onChange({ search }, false)} />
        <Select
          aria-label="Time"
          className="w-32!"
          value={filter.span}
          options={spanOptions}
          onChange={(span) => onChange({ span: span === "all" ? null : span })}
        />
        <Select
          aria-label="Outcome"
          className="w-36!"
          value={filter.outcome}
          options={outcomeOptions}
          onChange={(outcome) =>
            onChange({ failed: outcome === "failed" ? "1" : null, charged: outcome === "charged" ? "1" : null })
          }
        />
        <NewFilter onAdd={(name, text) => onChange({ [name]: text })} />
      </div>
      {filter.chips.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          {filter.chips.map(([name, text]) => (
            <RemovableFilter key={name} onRemove={() => onChange({ [name]: null })}>
              {filters[name]?.label}: {text}
            </RemovableFilter>
          ))}
        </div>
      ) : null}
    </div>
  );
}

function NewFilter({ onAdd }: { onAdd: (name: string, text: string) => void }) {
  const [name, setName] = useState("model");
  const [text, setText] = useState("");
  const [isWrong, setWrong] = useState(false);
  const chosen = filters[name];
  const add = () => {
    const value = text.trim();
    if (!value || !chosen?.read(value)) return setWrong(true);
    onAdd(name, value);
    setText("");
  };
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Select aria-label="Filter by" className="w-40!" value={name} options={fields} onChange={setName} />
      <Input
        aria-label={`Value of ${chosen?.label}`}
        aria-invalid={isWrong}
        className="w-44!"
        placeholder={chosen?.hint ?? ""}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setWrong(false);
        }}
      />
      <Button onClick={add}>Add filter</Button>
      {isWrong ? (
        <span role="alert" className="text-xs text-bad">
          Not a valid {chosen?.label.toLowerCase()}. Expected: {chosen?.hint}
        </span>
      ) : null}
    </form>
  );
}
