"use client";
import { X } from "lucide-react";
import NextLink from "next/link";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import type { getEvalTemplate } from "@/lib/contracts/evaluation/template-detail";
import { MAX_KEY, MAX_KEYS } from "@/lib/contracts/limits";

interface Props {
  /** A template that names no inputs. */
  template: Pick<Output<typeof getEvalTemplate>, "id" | "name" | "code" | "owner">;
  /** Names that already exist. */
  taken: readonly string[];
  /** Suggested names, each with a button. */
  offered: readonly string[];
  onAdd: (name: string) => void;
}

/** How many suggestions get a button; others are typed. */
const OFFERED = 30;

/** Adds a named input to a template that does not declare its inputs, and explains why. */
export function AddInput({ template, taken, offered, onAdd }: Props) {
  const [text, setText] = useState("");
  const name = text.trim();
  const isFull = taken.length >= MAX_KEYS;
  const isTaken = taken.includes(name);
  const add = () => {
    if (name === "" || isTaken || isFull) return;
    onAdd(name);
    setText("");
  };
  // Enter adds the input; it does not submit the surrounding form.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    add();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <Field
            label="Add an input"
            error={isTaken ? `${name} already exists.` : undefined}
            hint={<Why template={template} />}
          >
            <Input
              spellCheck={false}
              className="font-mono text-xs!"
              maxLength={MAX_KEY}
              placeholder="Input name"
              disabled={isFull}
              value={text}
              onKeyDown={onKeyDown}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
        </div>
        <Button className="mt-6" disabled={name === "" || isTaken || isFull} onClick={add}>
          Add
        </Button>
      </div>
      {isFull ? null : (
        <Suggestions names={offered.filter((one) => !taken.includes(one)).slice(0, OFFERED)} onAdd={onAdd} />
      )}
    </div>
  );
}

const Suggestions = ({ names, onAdd }: { names: readonly string[]; onAdd: Props["onAdd"] }) =>
  names.length > 0 ? (
    <div className="flex flex-wrap items-center gap-1.5">
      {names.map((name) => (
        <Button key={name} size="small" aria-label={`Add ${name}`} onClick={() => onAdd(name)}>
          <span className="max-w-40 truncate font-mono">{name}</span>
        </Button>
      ))}
    </div>
  ) : null;

/** Templates saved before input names were read from code get them when saved again. */
function Why({ template: { id, name, code, owner } }: Pick<Props, "template">) {
  if (code === null) return `${name} does not declare its inputs. It receives the inputs below.`;
  return (
    <>
      The code of {name} does not declare its inputs. It receives the inputs below.
      {owner === "user" ? (
        <>
          {" "}
          To declare them,{" "}
          <NextLink href={links.editEvalTemplate(id)} className="reach text-accent underline underline-offset-2">
            name them in the template
          </NextLink>
          , or save it again if its code names them.
        </>
      ) : null}
    </>
  );
}

/** The field of an added input, which can be removed. */
export const Removable = ({
  name,
  onRemove,
  children,
}: {
  name: string;
  onRemove: () => void;
  children: ReactNode;
}) => (
  <div className="flex items-start gap-2">
    <div className="min-w-0 flex-1">{children}</div>
    <IconButton className="mt-6" label={`Remove ${name}`} onClick={onRemove}>
      <X aria-hidden="true" />
    </IconButton>
  </div>
);
