"use client";
import { useRef, useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Checkbox } from "@/app/_ui/control/checkbox";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { Select } from "@/app/_ui/control/select";
import { Textarea } from "@/app/_ui/control/textarea";
import { textIn } from "@/lib/records";
import { EdgeFields } from "./edge-fields";
import { changeNode, makeStart, nameOf, nodesOf, type Raw, removeNode, renameNode } from "./graph-edit";

interface Props {
  graph: Raw;
  chosen: string | null;
  mayChange: boolean;
  onChoose: (name: string | null) => void;
  onChange: (graph: Raw) => void;
}

/** A list of nodes and a form for the chosen one. It makes every canvas action available by keyboard. */
export function NodeForm(props: Props) {
  const { graph, chosen, onChoose, onChange } = props;
  const section = useRef<HTMLElement>(null);
  // The pressed button disappears, so move the focus to the section.
  const removed = (next: Raw) => {
    onChange(next);
    section.current?.focus();
  };
  const node = nodesOf(graph).find((known) => nameOf(known) === chosen);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Nodes"
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4"
    >
      <Field label="Node">
        <Select value={chosen} options={optionsOf(graph)} onChange={onChoose} placeholder="Choose a node" />
      </Field>
      {node ? (
        <ChosenNode {...props} node={node} onRemoved={removed} />
      ) : (
        <p className="text-soft">Choose a node here or in the drawing to see its edges and conditions.</p>
      )}
    </section>
  );
}

const optionsOf = (graph: Raw) => [...new Set(nodesOf(graph).map(nameOf))].map((value) => ({ value, label: value }));

function ChosenNode(props: Props & { node: Raw; onRemoved: (graph: Raw) => void }) {
  const { node, graph, mayChange, onChoose, onChange, onRemoved } = props;
  const name = nameOf(node);
  const names = nodesOf(graph).map(nameOf);
  return (
    <>
      <NameField
        // A renamed node keeps its key, so that its field keeps the focus.
        key={names.indexOf(name)}
        name={name}
        taken={names}
        mayChange={mayChange}
        onRename={(to) => {
          onChange(renameNode(graph, name, to));
          onChoose(to);
        }}
      />
      <NodeFields node={node} graph={graph} mayChange={mayChange} onChange={onChange} />
      <EdgeFields
        graph={graph}
        chosen={name}
        options={optionsOf(graph)}
        mayChange={mayChange}
        onChange={onChange}
        onRemoved={onRemoved}
      />
      {mayChange ? (
        <div>
          <Button
            look="danger"
            size="small"
            onClick={() => {
              onRemoved(removeNode(graph, name));
              onChoose(null);
            }}
          >
            Remove node
          </Button>
        </div>
      ) : null}
    </>
  );
}

type NodeProps = Pick<Props, "graph" | "mayChange" | "onChange"> & { node: Raw };

/** What the agent says at a node, and whether a conversation begins or ends there. */
function NodeFields({ node, graph, mayChange, onChange }: NodeProps) {
  const change = (part: Raw) => onChange(changeNode(graph, nameOf(node), part));
  return (
    <>
      <Field label="Prompt">
        <Textarea
          readOnly={!mayChange}
          value={textIn(node.prompt)}
          onChange={(event) => change({ prompt: event.target.value })}
        />
      </Field>
      {mayChange ? (
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          <Checkbox
            label="Start node"
            checked={node.isStart === true || node.type === "start"}
            onChange={() => onChange(makeStart(graph, nameOf(node)))}
          />
          <Checkbox
            label="Ends the conversation"
            checked={node.type === "tool"}
            onChange={(ends) => change(ends ? endCall : { type: "conversation", tool: undefined })}
          />
        </div>
      ) : null}
    </>
  );
}

const endCall = { type: "tool", tool: { type: "endCall", function: { name: "end_call" } } };

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
