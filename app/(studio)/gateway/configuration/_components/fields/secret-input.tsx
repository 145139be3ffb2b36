"use client";
import { Button } from "@/app/_ui/button/button";
import { Input } from "@/app/_ui/control/input";
import { useConfigDraft } from "../use-draft";
import { type Path, valueAt } from "../values";

const STARS = "****";
const isMasked = (value: unknown): value is string => typeof value === "string" && value.includes(STARS);

/** A secret input. A stored secret is shown masked, and can be kept or replaced. */
export function SecretInput({ path, ...rest }: { path: Path; "aria-label"?: string }) {
  const { config, base, set } = useConfigDraft();
  const value = valueAt(config, path);
  const stored = valueAt(base, path);
  if (isMasked(value)) {
    return (
      <div className="flex gap-2">
        <Input readOnly className="min-w-0 bg-sunk! font-mono text-xs!" value={value} {...rest} />
        <Button onClick={() => set(path, undefined)}>Replace</Button>
      </div>
    );
  }
  return (
    <div className="flex gap-2">
      <Input
        type="password"
        autoComplete="new-password"
        spellCheck={false}
        className="min-w-0"
        value={typeof value === "string" ? value : ""}
        placeholder={isMasked(stored) ? "New value" : "None"}
        onChange={(event) => set(path, event.target.value.trim() || undefined)}
        {...rest}
      />
      {isMasked(stored) ? <Button onClick={() => set(path, stored)}>Keep the stored value</Button> : null}
    </div>
  );
}
