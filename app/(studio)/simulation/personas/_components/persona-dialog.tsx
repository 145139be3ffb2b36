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
  /** The one that is shown and changed; none to make one. */
  persona?: Persona;
  may: boolean;
  onClose: () => void;
}

/** Makes a persona, or changes one; a built-in one, which nobody changes, becomes a copy. */
export function PersonaDialog({ persona, may, onClose }: Props) {
  const isOwn = persona?.persona_type === "workspace";
  const [form, setForm] = useState(() => {
    if (!persona) return emptyPersona;
    const shown = formOfPersona(persona);
    return isOwn ? shown : { ...shown, name: `${persona.name}, copy` };
  });
  const [isAsking, setAsking] = useState(false);
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
      description={persona && !isOwn ? "Built in: what you change is kept as a persona of your own." : undefined}
      footer={
        <>
          {problem ? (
            <DialogProblem text={problem} />
          ) : persona && isOwn && may ? (
            <span className="mr-auto">
              {isAsking ? (
                <Button
                  look="danger"
                  busy={isPending}
                  onClick={() => remove.mutate({ persona_id: persona.id }, { onSuccess: onClose })}
                >
                  Delete for good
                </Button>
              ) : (
                <Button look="ghost" onClick={() => setAsking(true)}>
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
