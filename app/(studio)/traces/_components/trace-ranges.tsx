"use client";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Input } from "@/app/_ui/control/input";

const ranges = [
  { name: "latency", title: "Latency", unit: "ms" },
  { name: "cost", title: "Cost", unit: "US$" },
  { name: "tokens", title: "Tokens", unit: "" },
] as const;

/** The least and greatest latency, cost and tokens. */
export const TraceRanges = () => (
  <>
    {ranges.map(({ name, title, unit }) => (
      <fieldset key={name}>
        <legend className="mb-1 text-xs font-medium text-faint">
          {title}
          {unit ? ` (${unit})` : ""}
        </legend>
        <div className="flex items-center gap-2">
          <Limit name={`min_${name}`} label={`Least ${title.toLowerCase()}`} placeholder="from" />
          <Limit name={`max_${name}`} label={`Greatest ${title.toLowerCase()}`} placeholder="to" />
        </div>
      </fieldset>
    ))}
  </>
);

interface LimitProps {
  /** In the address. */
  name: string;
  label: string;
  placeholder: string;
}

/** A limit is applied by Enter or on leaving it. */
function Limit({ name, label, placeholder }: LimitProps) {
  const { get, set } = useAddress();
  const value = get(name) ?? "";
  const [draft, setDraft] = useState({ value, text: value });
  // Changed elsewhere, as by Back.
  if (draft.value !== value) setDraft({ value, text: value });
  const text = draft.value === value ? draft.text : value;
  const isWrong = text !== "" && !(Number(text) >= 0);
  const apply = () => {
    if (!isWrong && text !== value) set({ [name]: text.trim() || null, after: null });
  };
  return (
    <Input
      aria-label={label}
      aria-invalid={isWrong}
      inputMode="decimal"
      placeholder={placeholder}
      value={text}
      onChange={(event) => setDraft({ value, text: event.target.value })}
      onBlur={apply}
      onKeyDown={(event) => event.key === "Enter" && apply()}
    />
  );
}
