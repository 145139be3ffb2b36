"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import { DialogProblem } from "@/app/_ui/dialog-problem";
import { createPersona, deletePersona, updatePersona } from "@/lib/client/agents";
import { formError } from "@/lib/client/call-error";
import { PersonaFields } from "./persona-fields";
import { bodyOf, emptyPersona, formOfPersona, type Persona } from "./persona-form";

interface Props {
  /** The persona to show and change; omitted to create one. */
  persona?: Persona;
  may: boolean;
  onClose: () => void;
}

/** Creates or changes a persona. Built-in personas cannot change; saving one creates a copy. */
export function PersonaDialog({ persona, may, onClose }: Props) {
  const isOwn = persona?.persona_type === "workspace";
  const [form, setForm] = useState(() => {
    if (!persona) return emptyPersona;
    const shown = formOfPersona(persona);
    return isOwn ? shown : { ...shown, name: `${persona.name} (copy)` };
  });
  const [isConfirming, setConfirming] = useState(false);
  const create = useMutation(createPersona);
  const update = useMutation(updatePersona);
  const remove = useMutation(deletePersona);
  const error = isOwn ? update.error : create.error;
  const isPending = create.isPending || update.isPending || remove.isPending;
  const problem = formError(error, ["name", "description"]);
  const save = () => {
    const options = { onSuccess: onClose };
    if (persona && isOwn) update.mutate({ persona_id: persona.id, ...bodyOf(form) }, options);
    else create.mutate(bodyOf(form), options);
  };
  return (
    <Dialog
      open
      size="large"
      onOpenChange={(open) => !open && onClose()}
      title={persona ? persona.name : "Create a persona"}
      description={
        persona && !isOwn ? "Built-in personas cannot be changed. Your changes are saved as a copy." : undefined
      }
      footer={
        <>
          {problem ? (
            <DialogProblem text={problem} />
          ) : persona && isOwn && may ? (
            <span className="mr-auto">
              {isConfirming ? (
                <Button
                  look="danger"
                  busy={isPending}
                  onClick={() => remove.mutate({ persona_id: persona.id }, { onSuccess: onClose })}
                >
                  Delete permanently
                </Button>
              ) : (
                <Button look="ghost" onClick={() => setConfirming(true)}>
                  Delete
                </Button>
              )}
            </span>
          ) : null}
          <Button onClick={onClose}>{may ? "Cancel" : "Close"}</Button>
          {may ? (
            <Button look="primary" type="submit" form="persona" busy={isPending}>
              {!persona ? "Create persona" : isOwn ? "Save persona" : "Duplicate"}
            </Button>
          ) : null}
        </>
      }
    >
      <form
        id="persona"
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) save();
        }}
      >
        <PersonaFields
          form={form}
          error={error}
          onChange={(change) => setForm((before) => ({ ...before, ...change }))}
        />
      </form>
    </Dialog>
  );
}
