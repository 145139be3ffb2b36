"use client";
import { Badge } from "@/app/_ui/badge";
import { Missing } from "@/app/_ui/missing";
import { Table } from "@/app/_ui/table";
import { marksOf, type Persona } from "./persona-form";

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
          cell: ({ simulation_type }) => (simulation_type === "text" ? "Writes" : "Calls"),
        },
        {
          key: "marks",
          header: "Who it is",
          wide: true,
          cell: (persona) => marksOf(persona) || <Missing reason="Anybody" />,
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
