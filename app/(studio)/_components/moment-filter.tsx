"use client";
import { useRef } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Input } from "@/app/_ui/control/input";

/** A filter of a list by a moment in the reader's own time zone; it is in the address. */
export function MomentFilter({ name, label }: { name: string; label: string }) {
  const { get, set } = useAddress();
  // Every digit is a change. Back skips all but the first since the field has the focus.
  const isChanged = useRef(false);
  const at = new Date(get(name) ?? "");
  const isSet = !Number.isNaN(at.getTime());
  const local = isSet ? new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16) : "";
  return (
    <Input
      type="datetime-local"
      aria-label={label}
      value={local}
      onFocus={() => {
        isChanged.current = false;
      }}
      onChange={(event) => {
        const chosen = new Date(event.target.value);
        const moment = Number.isNaN(chosen.getTime()) ? null : chosen.toISOString();
        set({ [name]: moment, page: null, after: null }, { keepsBack: !isChanged.current });
        isChanged.current = true;
      }}
    />
  );
}
