"use client";
import { Missing } from "@/app/_ui/feedback/missing";
import { Table } from "@/app/_ui/list/table";
import { Badge } from "@/app/_ui/text/badge";
import { type Persona, traitsText } from "./persona-form";

interface Props {
  personas: readonly Persona[];
  stale: boolean;
  onOpen: (persona: Persona) => void;
}

export function PersonaTable({ personas, stale, onOpen }: Props) {
  return (
    <Table
      caption="Personas"
      rows={personas}
      rowKey={({ id }) => id}
      stale={stale}
      columns={[
        {
          key: "name",
          header: "Name",
          cell: (persona) => (
            <span className="grid max-w-[52vw] sm:max-w-md">
              <button
                type="button"
                className="reach justify-self-start text-left font-medium text-ink hover:underline hover:underline-offset-2"
                onClick={() => onOpen(persona)}
              >
                {persona.name}
              </button>
              <span className="truncate text-xs text-faint" title={persona.description}>
                {persona.description}
              </span>
            </span>
          ),
        },
        {
          key: "medium",
          header: "Medium",
          width: "w-24",
          cell: ({ simulation_type }) => (simulation_type === "text" ? "Text" : "Voice"),
        },
        {
          key: "traits",
          header: "Traits",
          wide: true,
          cell: (persona) => traitsText(persona) || <Missing reason="Any" />,
        },
        {
          key: "owner",
          header: "Owner",
          width: "w-24",
          wide: true,
          cell: ({ persona_type }) => (persona_type === "system" ? "Built in" : <Badge>Your own</Badge>),
        },
      ]}
    />
  );
}
