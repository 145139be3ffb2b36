"use client";
import { useRef, useState } from "react";
import { Button } from "@/app/_ui/button";
import { Checkbox } from "@/app/_ui/checkbox";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { Select } from "@/app/_ui/select";
import { Textarea } from "@/app/_ui/textarea";
import { textIn } from "@/lib/records";
import {
  addEdge,
  changeEdge,
  changeNode,
  conditionOf,
  edgesOf,
  fromOf,
  makeStart,
  nameOf,
  nodesOf,
  type Raw,
  removeEdge,
  removeNode,
  renameNode,
  toOf,
} from "./graph-edit";

interface Props {
  graph: Raw;
  chosen: string | null;
  mayChange: boolean;
  onChoose: (name: string | null) => void;
  onChange: (graph: Raw) => void;
}

/** A list of nodes and a form for the chosen one. It makes every canvas action available by keyboard. */
export function NodeForm({ graph, chosen, mayChange, onChoose, onChange }: Props) {
  const section = useRef<HTMLElement>(null);
  // The pressed button disappears, so move the focus to the section.
  const removed = (next: Raw) => {
    onChange(next);
    section.current?.focus();
  };
  const names = nodesOf(graph).map(nameOf);
  const node = nodesOf(graph).find((known) => nameOf(known) === chosen);
  const options = [...new Set(names)].map((value) => ({ value, label: value }));
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Nodes"
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4"
    >
      <Field label="Node">
        <Select value={chosen} options={options} onChange={onChoose} placeholder="Choose a node" />
      </Field>
      {node ? null : <p className="text-soft">Choose a node here or in the drawing to see its edges and conditions.</p>}
      {node && chosen !== null ? (
        <>
          <NameField
            // A renamed node keeps its key, so that its field keeps the focus.
            key={names.indexOf(chosen)}
            name={chosen}
            taken={names}
            mayChange={mayChange}
            onRename={(to) => {
              onChange(renameNode(graph, chosen, to));
              onChoose(to);
            }}
          />
          <Field label="Prompt">
            <Textarea
              readOnly={!mayChange}
              value={textIn(node.prompt)}
              onChange={(event) => onChange(changeNode(graph, chosen, { prompt: event.target.value }))}
            />
          </Field>
          {mayChange ? (
            <div className="flex flex-wrap gap-x-4 gap-y-2">
              <Checkbox
                label="Start node"
                checked={node.isStart === true || node.type === "start"}
                onChange={() => onChange(makeStart(graph, chosen))}
              />
              <Checkbox
                label="Ends the conversation"
                checked={node.type === "tool"}
                onChange={(ends) =>
                  onChange(
                    changeNode(
                      graph,
                      chosen,
                      ends
                        ? { type: "tool", tool: { type: "endCall", function: { name: "end_call" } } }
                        : { type: "conversation", tool: undefined },
                    ),
                  )
                }
              />
            </div>
          ) : null}
          <Edges
            graph={graph}
            chosen={chosen}
            options={options}
            mayChange={mayChange}
            onChange={onChange}
            onRemoved={removed}
          />
          {mayChange ? (
            <div>
              <Button
                look="danger"
                size="small"
                onClick={() => {
                  removed(removeNode(graph, chosen));
                  onChoose(null);
                }}
              >
                Remove node
              </Button>
            </div>
          ) : null}
        </>
      ) : null}
    </section>
  );
}

interface NameProps {
  name: string;
  taken: readonly string[];
  mayChange: boolean;
  onRename: (to: string) => void;
}

/** The name is applied on blur: a half-typed name could be another node's. */
function NameField({ name, taken, mayChange, onRename }: NameProps) {
  const [text, setText] = useState(name);
  const isTaken = text.trim() !== name && taken.includes(text.trim());
  const keep = () => {
    if (text.trim() !== "" && text.trim() !== name && !isTaken) onRename(text.trim());
  };
  return (
    <Field label="Name" error={isTaken ? "Another node has this name." : null}>
      <Input
        readOnly={!mayChange}
        maxLength={255}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => event.key === "Enter" && keep()}
      />
    </Field>
  );
}

interface EdgesProps {
  graph: Raw;
  chosen: string;
  options: readonly { value: string; label: string }[];
  mayChange: boolean;
  onChange: (graph: Raw) => void;
  onRemoved: (graph: Raw) => void;
}

function Edges({ graph, chosen, options, mayChange, onChange, onRemoved }: EdgesProps) {
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
