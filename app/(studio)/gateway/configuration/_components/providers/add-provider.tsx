"use client";
import { Plus } from "lucide-react";
import { Button } from "@/app/_ui/button";
import { Menu } from "@/app/_ui/menu";
import { type Presets, providerName } from "./presets";

/** A private address is none for an organization: what runs there is the operator's to add. */
const isPublic = ({ baseUrl }: Presets[string]): boolean => !baseUrl?.includes("//localhost");

/** Those that are known by name, and any other. */
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
        [{ label: "Another one…", onSelect: () => onAdd(null) }],
      ]}
    />
  );
}
