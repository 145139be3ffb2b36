"use client";
import { Plus } from "lucide-react";
import { Button } from "@/app/_ui/button/button";
import { Menu } from "@/app/_ui/overlay/menu";
import { type Presets, providerName } from "./presets";

/** Organizations cannot use private addresses; only the operator can add such providers. */
const isPublic = ({ baseUrl }: Presets[string]): boolean => !baseUrl?.includes("//localhost");

/** A menu of the presets, and of a custom provider. */
export function AddProvider({ presets, onAdd }: { presets: Presets; onAdd: (kind: string | null) => void }) {
  const known = Object.entries(presets).filter(([name, preset]) => isPublic(preset) && name !== "google");
  return (
    <Menu
      trigger={
        <Button look="primary" icon={<Plus aria-hidden="true" />}>
          Add provider
        </Button>
      }
      groups={[
        known.map(([name]) => ({ label: providerName(name), onSelect: () => onAdd(name) })),
        [{ label: "Custom provider…", onSelect: () => onAdd(null) }],
      ]}
    />
  );
}
