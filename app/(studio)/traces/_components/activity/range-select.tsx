"use client";
import { useAddress } from "@/app/_components/use-address";
import { Select } from "@/app/_ui/control/select";
import { type RangeName, rangeOf, ranges } from "./activity-filter";

// Safe: they are that object's names.
const options = (Object.keys(ranges) as RangeName[]).map((value) => ({ value, label: ranges[value] }));

export function RangeSelect() {
  const { get, set } = useAddress();
  return (
    <Select
      aria-label="Time"
      className="w-36!"
      value={rangeOf(get)}
      options={options}
      onChange={(range) => set({ range: range === "7d" ? null : range })}
    />
  );
}
