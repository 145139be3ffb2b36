"use client";
import { Field } from "@/app/_ui/control/field";
import { Select } from "@/app/_ui/control/select";
import { Switch } from "@/app/_ui/control/switch";
import { SettingsFields } from "./settings-fields";
import type { Side } from "./use-side";

/** A side's settings: version, judge, parameters and error localization. */
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
              { value: "", label: `${template.current_version}, current` },
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
          label="Find the sentences that caused a failure"
          hint="Calls the judge once more after a failure."
        />
      ) : null}
    </>
  );
}
