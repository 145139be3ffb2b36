"use client";
import { X } from "lucide-react";
import NextLink from "next/link";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { Button } from "@/app/_ui/button";
import { Field } from "@/app/_ui/field";
import { IconButton } from "@/app/_ui/icon-button";
import { Input } from "@/app/_ui/input";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import type { getEvalTemplate } from "@/lib/contracts/evaluation/templates";
import { MAX_KEY, MAX_KEYS } from "@/lib/contracts/limits";

interface Props {
  /** That names no inputs. */
  template: Pick<Output<typeof getEvalTemplate>, "id" | "name" | "code" | "owner">;
  /** Names that stand there already. */
  taken: readonly string[];
  /** Names that are one press away. */
  offered: readonly string[];
  onAdd: (name: string) => void;
}

/** More are typed. */
const OFFERED = 30;

/** Names an input for a template that leaves open which it takes, and says why that has to be. */
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
  // Enter adds here; it does not send the form around.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    add();
  };
  const free = offered.filter((one) => !taken.includes(one)).slice(0, OFFERED);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <Field
            label="Add an input"
            error={isTaken ? `${name} is there already.` : undefined}
            hint={<Why template={template} />}
          >
            <Input
              spellCheck={false}
              className="font-mono text-xs!"
              maxLength={MAX_KEY}
              placeholder="Its name"
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
      {free.length > 0 && !isFull ? (
        <div className="flex flex-wrap items-center gap-1.5">
          {free.map((one) => (
            <Button key={one} size="small" aria-label={`Add ${one}`} onClick={() => onAdd(one)}>
              <span className="max-w-40 truncate font-mono">{one}</span>
            </Button>
          ))}
        </div>
      ) : null}
    </div>
  );
}

/** One that was kept before names were read from code has them once it is saved again. */
function Why({ template: { id, name, code, owner } }: Pick<Props, "template">) {
  if (code === null) return `${name} names no inputs: it is given those that stand here.`;
  return (
    <>
      The code of {name} leaves open which inputs it takes: it is given those that stand here.
      {owner === "user" ? (
        <>
          {" "}
          To fix them,{" "}
          <NextLink href={links.editEvalTemplate(id)} className="reach text-accent underline underline-offset-2">
            name them in the template
          </NextLink>
          , or save it again where its code does name them.
        </>
      ) : null}
    </>
  );
}

/** A field of an input that was added, which can go again. */
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
