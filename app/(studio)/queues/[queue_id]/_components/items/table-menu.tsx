"use client";
import { useQuery } from "@tanstack/react-query";
import { Columns3 } from "lucide-react";
import { useState } from "react";
import { withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { deleteItemView, itemsQuery, itemViewsQuery, saveItemView } from "@/lib/client/annotation";
import { links } from "@/lib/client/links";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import { ColumnDialog } from "../../../../_components/views/column-dialog";
import { SavedViews } from "../../../../_components/views/saved-views";
import { columnHeaders } from "./item-columns";
import { type AnyColumn, columnNames, columnsText } from "./item-query";

interface Props {
  queue: Queue;
  columns: readonly AnyColumn[];
}

/** The table's columns, and the person's saved views. */
export function TableMenu({ queue, columns }: Props) {
  const [isChoosing, setChoosing] = useState(false);
  const views = useQuery(itemViewsQuery(queue.id)).data ?? [];
  useShortcuts("Page", [{ keys: "c", description: "Choose columns", run: () => setChoosing(true) }]);
  return (
    <div className="flex gap-2 sm:ml-auto">
      <SavedViews
        views={views}
        home={links.queue(queue.id)}
        noun="Items"
        pageName="page"
        save={withInput(saveItemView, (view: { name: string; query: string }) => ({ queue_id: queue.id, ...view }))}
        remove={withInput(deleteItemView, (view: { view_id: string }) => ({ queue_id: queue.id, ...view }))}
      />
      <Button keys="c" icon={<Columns3 aria-hidden="true" />} onClick={() => setChoosing(true)}>
        Columns
      </Button>
      {isChoosing ? <Columns queue={queue} columns={columns} onClose={() => setChoosing(false)} /> : null}
    </div>
  );
}

/** The fields are those of the queue's first items. */
function Columns({ queue, columns, onClose }: Props & { onClose: () => void }) {
  const { data } = useQuery(itemsQuery({ queue_id: queue.id, additions: { include_fields: true } }));
  const chosen = columns.flatMap((name) => (name.startsWith("field:") ? [name.slice("field:".length)] : []));
  const fields = new Set([
    ...chosen,
    ...(data?.results ?? []).flatMap(({ source_fields = {} }) => Object.keys(source_fields)),
  ]);
  const choices = [
    ...columnNames.map((name) => ({ name: name as string, label: columnHeaders[name] })),
    ...queue.labels.map(({ label_id, name }) => ({ name: `label:${label_id}`, label: `Answers: ${name}` })),
    ...[...fields].map((name) => ({ name: `field:${name}`, label: `Field: ${name}` })),
  ];
  return (
    <ColumnDialog
      choices={choices}
      shown={columns}
      textOf={columnsText}
      open
      onOpenChange={(open) => !open && onClose()}
    />
  );
}
