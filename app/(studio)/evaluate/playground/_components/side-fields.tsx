"use client";
import { Field } from "@/app/_ui/field";
import { Select } from "@/app/_ui/select";
import { Switch } from "@/app/_ui/switch";
import { SettingsFields } from "./settings-fields";
import type { Side } from "./use-side";

/** How a side's template is run: its version, its judge and parameters, and whether its verdict is explained by words. */
export function SideFields({ side }: { side: Side }) {
  const { template, versions, version, setVersion, canPoint, points, setPoints } = side;
  return (
    <>
      {versions.length > 1 && template ? (
        <Field label="Version">
          <Select
            value={String(version ?? "")}
            onChange={(chosen) => setVersion(chosen === "" ? null : Number(chosen))}
            options={[
              { value: "", label: `${template.current_version}, the current one` },
              ...versions
                .filter(({ is_default }) => !is_default)
                .map(({ version_number, version: label, message }) => ({
                  value: String(version_number),
                  label,
                  ...(message ? { hint: message } : {}),
                })),
            ]}
          />
        </Field>
      ) : null}
      <SettingsFields side={side} />
      {canPoint ? (
        <Switch
          checked={points}
          onChange={setPoints}
          label="Point at what made it fail"
          hint="Asks the judge once more where it fails, for the sentences that did it."
        />
      ) : null}
    </>
  );
}
