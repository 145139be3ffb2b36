"use client";
import { Button } from "@/app/_ui/button/button";
import { Input } from "@/app/_ui/control/input";
import { Select } from "@/app/_ui/control/select";
import { addEdge, changeEdge, conditionOf, edgesOf, fromOf, type Raw, removeEdge, toOf } from "./graph-edit";

interface Props {
  graph: Raw;
  chosen: string;
  options: readonly { value: string; label: string }[];
  mayChange: boolean;
  onChange: (graph: Raw) => void;
  /** The removed edge had the focus. */
  onRemoved: (graph: Raw) => void;
}

/** Where a node leads to, each with its condition. */
export function EdgeFields({ graph, chosen, options, mayChange, onChange, onRemoved }: Props) {
  const edges = edgesOf(graph).flatMap((edge, index) => (fromOf(edge) === chosen ? { edge, index } : []));
  const [first] = options;
  return (
    <fieldset className="grid gap-3">
      <legend className="font-medium">Leads to</legend>
      {edges.length === 0 ? <p className="text-soft">No edges: the conversation ends here.</p> : null}
      {edges.map(({ edge, index }) => (
        <div key={index} className="grid gap-1.5 border-l-2 border-line pl-3">
          <Select
            aria-label={`Edge ${index + 1} leads to`}
            value={toOf(edge)}
            options={options}
            disabled={!mayChange}
            onChange={(to) => onChange(changeEdge(graph, index, { to }))}
          />
          <Input
            aria-label={`Edge ${index + 1} is taken when`}
            placeholder="Condition"
            readOnly={!mayChange}
            value={conditionOf(edge)}
            onChange={(event) => onChange(changeEdge(graph, index, { condition: event.target.value }))}
          />
          {mayChange ? (
            <div>
              <Button size="small" onClick={() => onRemoved(removeEdge(graph, index))}>
                Remove edge
              </Button>
            </div>
          ) : null}
        </div>
      ))}
      {mayChange && first ? (
        <div>
          <Button size="small" onClick={() => onChange(addEdge(graph, chosen, first.value))}>
            Add edge
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}
