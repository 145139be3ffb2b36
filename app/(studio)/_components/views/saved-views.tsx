"use client";
import { type MutationOptions, useMutation } from "@tanstack/react-query";
import { Bookmark, Trash2 } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { TextField } from "@/app/_form/fields";
import { useSaveForm } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { Menu } from "@/app/_ui/overlay/menu";
import type { SavedView } from "@/lib/contracts/saved-views";

type Change<I> = Pick<MutationOptions<unknown, Error, I>, "mutationKey" | "mutationFn" | "meta">;

interface Props {
  views: readonly SavedView[];
  /** The list's own address. */
  home: string;
  /** The listed things, such as "Traces". */
  noun: string;
  /** The page's name in the address, which is no part of a view. */
  pageName: string;
  save: Change<{ name: string; query: string }>;
  remove: Change<{ view_id: string }>;
}

/** The person's saved filters and columns. */
export function SavedViews({ views, home, noun, pageName, save, remove }: Props) {
  const search = useSearchParams();
  const [dialog, setDialog] = useState<"save" | "manage" | null>(null);
  const shown = new URLSearchParams(search);
  shown.delete(pageName);
  const query = shown.toString();
  return (
    <>
      <Menu
        trigger={<Button icon={<Bookmark aria-hidden="true" />}>Views</Button>}
        groups={[
          views.map((view) => ({
            label: view.name,
            href: view.query ? `${home}?${view.query}` : home,
            current: view.query === query,
          })),
          [
            { label: "Save this view", onSelect: () => setDialog("save") },
            { label: "Delete views", onSelect: () => setDialog("manage"), disabled: views.length === 0 },
          ],
        ]}
      />
      {dialog === "save" ? <SaveView query={query} save={save} onClose={() => setDialog(null)} /> : null}
      <DeleteViews {...{ views, noun, remove }} open={dialog === "manage"} onClose={() => setDialog(null)} />
    </>
  );
}

interface SaveProps extends Pick<Props, "save"> {
  query: string;
  onClose: () => void;
}

function SaveView({ query, save, onClose }: SaveProps) {
  const form = useSaveForm({ initial: { name: "", query }, save, onSaved: onClose });
  return (
    <FormDialog
      onClose={onClose}
      title="Save this view"
      description="Keeps the filters and columns for you. A view of the same name is replaced."
      action="Save"
      form={form}
      disabled={form.values.name.trim() === ""}
    >
      <TextField form={form} name="name" label="Name" maxLength={255} />
    </FormDialog>
  );
}

interface DeleteProps extends Pick<Props, "views" | "noun" | "remove"> {
  open: boolean;
  onClose: () => void;
}

function DeleteViews({ views, noun, remove, open, onClose }: DeleteProps) {
  const { mutate } = useMutation(remove);
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => !shown && onClose()}
      title="Delete views"
      description={`${noun} stay as they are.`}
      size="small"
      footer={<Button onClick={onClose}>Done</Button>}
    >
      {views.length === 0 ? <p className="text-soft">No saved views.</p> : null}
      <ul className="grid gap-1">
        {views.map(({ id, name }) => (
          <li key={id} className="flex items-center justify-between gap-2">
            <span className="min-w-0 truncate">{name}</span>
            <IconButton label={`Delete ${name}`} onClick={() => mutate({ view_id: id })}>
              <Trash2 aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
