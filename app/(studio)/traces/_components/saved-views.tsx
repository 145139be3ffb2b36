"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Bookmark, Trash2 } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { TextField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { Menu } from "@/app/_ui/overlay/menu";
import { links } from "@/lib/client/links";
import { deleteTraceView, saveTraceView, traceViewsQuery } from "@/lib/client/traces";

/** The person's saved filters and columns. */
export function SavedViews() {
  const search = useSearchParams();
  const views = useQuery(traceViewsQuery()).data ?? [];
  const [dialog, setDialog] = useState<"save" | "manage" | null>(null);
  const query = shownQuery(search);
  return (
    <>
      <Menu
        trigger={<Button icon={<Bookmark aria-hidden="true" />}>Views</Button>}
        groups={[
          views.map((view) => ({
            label: view.name,
            href: view.query ? `${links.traces()}?${view.query}` : links.traces(),
            current: view.query === query,
          })),
          [
            { label: "Save this view", onSelect: () => setDialog("save") },
            { label: "Delete views", onSelect: () => setDialog("manage"), disabled: views.length === 0 },
          ],
        ]}
      />
      {dialog === "save" ? <SaveView query={query} onClose={() => setDialog(null)} /> : null}
      <DeleteViews open={dialog === "manage"} onClose={() => setDialog(null)} />
    </>
  );
}

/** Without the page, which is no part of a view. */
function shownQuery(search: URLSearchParams): string {
  const query = new URLSearchParams(search);
  query.delete("after");
  return query.toString();
}

function SaveView({ query, onClose }: { query: string; onClose: () => void }) {
  const form = useSaveForm({
    initial: { name: "" },
    save: withInput(saveTraceView, ({ name }: { name: string }) => ({ name, query })),
    onSaved: onClose,
  });
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

function DeleteViews({ open, onClose }: { open: boolean; onClose: () => void }) {
  const views = useQuery(traceViewsQuery()).data ?? [];
  const { mutate } = useMutation(deleteTraceView);
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => !shown && onClose()}
      title="Delete views"
      description="Traces stay as they are."
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
