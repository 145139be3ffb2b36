"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { DialogProblem } from "@/app/_ui/overlay/dialog-problem";
import { createPersona, deletePersona, updatePersona } from "@/lib/client/agents";
import { PersonaFields } from "./persona-fields";
import { bodyOf, emptyPersona, formOfPersona, type Persona, type PersonaForm } from "./persona-form";

interface Props {
  /** The persona to show and change; omitted to create one. */
  persona?: Persona;
  may: boolean;
  onClose: () => void;
}

/** Creates or changes a persona. Built-in personas cannot change; saving one creates a copy. */
export function PersonaDialog({ persona, may, onClose }: Props) {
  const own = persona?.persona_type === "workspace" ? persona : null;
  const form = useSaveForm({ initial: initialOf(persona), save: saveOf(own), onSaved: onClose });
  return (
    <Dialog
      open
      size="large"
      onOpenChange={(open) => !open && onClose()}
      title={persona ? persona.name : "Create a persona"}
      description={
        persona && !own ? "Built-in personas cannot be changed. Your changes are saved as a copy." : undefined
      }
      footer={
        <>
          <DialogProblem text={form.problem} />
          {own && may && !form.problem ? <DeleteButton persona={own} onDone={onClose} /> : null}
          <Button onClick={onClose}>{may ? "Cancel" : "Close"}</Button>
          {may ? (
            <Button look="primary" type="submit" form="persona" busy={form.busy}>
              {!persona ? "Create persona" : own ? "Save persona" : "Duplicate"}
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
          form.submit();
        }}
      >
        <PersonaFields form={form} />
      </form>
    </Dialog>
  );
}

function initialOf(persona: Persona | undefined): PersonaForm {
  if (!persona) return emptyPersona;
  const form = formOfPersona(persona);
  return persona.persona_type === "workspace" ? form : { ...form, name: `${persona.name} (copy)` };
}

const saveOf = (own: Persona | null) =>
  own
    ? withInput(updatePersona, (form: PersonaForm) => ({ persona_id: own.id, ...bodyOf(form) }))
    : withInput(createPersona, bodyOf);

/** Deletes the persona, after a second click. */
function DeleteButton({ persona, onDone }: { persona: Persona; onDone: () => void }) {
  const [isConfirming, setConfirming] = useState(false);
  const { mutate, isPending } = useMutation(deletePersona);
  return (
    <span className="mr-auto">
      {isConfirming ? (
        <Button
          look="danger"
          busy={isPending}
          onClick={() => mutate({ persona_id: persona.id }, { onSuccess: onDone })}
        >
          Delete permanently
        </Button>
      ) : (
        <Button look="ghost" onClick={() => setConfirming(true)}>
          Delete
        </Button>
      )}
    </span>
  );
}
