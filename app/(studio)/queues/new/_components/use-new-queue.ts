"use client";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { draftsOf } from "@/app/_form/draft-store";
import { useDraftedForm } from "@/app/_form/use-drafted-form";
import { withInput } from "@/app/_form/use-save-form";
import { toast } from "@/app/_ui/feedback/toast";
import { setUpQueue } from "@/lib/client/annotation";
import { links } from "@/lib/client/links";
import { showAdded } from "../../../_components/show-added";
import { rowsOf } from "../../[queue_id]/_components/adding/source-choice";
import { missingOf } from "./missing";
import { emptyNewQueue, type Known, labelsOf, type NewQueue, setUpBody, withTemplate } from "./new-queue";
import type { TemplateName } from "./templates";
import { useFirstSource } from "./use-first-source";
import { useKnownLabels } from "./use-known-labels";

const drafts = draftsOf<NewQueue>();

interface Start {
  template: TemplateName | null;
  datasetId: string | null;
  name: string;
}

/** The form of a new queue, the first of its sources, and what it still needs. */
export function useNewQueue(start: Start) {
  const router = useRouter();
  // What the page was opened with; a template that is chosen later goes on with the same draft.
  const [{ template, datasetId, name }] = useState(start);
  const activates = useRef(false);
  // What the request needs besides the form's values.
  const latest = useRef<Known>({ content: null, labels: [] });
  const form = useDraftedForm<NewQueue, Awaited<ReturnType<typeof setUpQueue.mutationFn>>>({
    drafts,
    path: links.newQueue(),
    owner: `${template ?? ""} ${datasetId ?? ""}`,
    initial: () => withTemplate({ ...emptyNewQueue, name, sources: rowsOf(datasetId) }, template),
    save: withInput(setUpQueue, (values: NewQueue) => setUpBody(values, latest.current, activates.current)),
    onSaved: ({ queue, added, errors }) => {
      form.forget();
      router.push(links.queue(queue.id));
      if (errors.length > 0) showAdded({ added, duplicates: 0, failed: errors.length, reason: errors[0]?.error });
      else
        toast.done({
          title: queue.status === "active" ? `Queue “${queue.name}” is active` : `${queue.name} was created`,
        });
    },
  });
  const { values } = form;
  const source = useFirstSource(values);
  const { labels, onSearch } = useKnownLabels(values.labels);
  const known: Known = { content: source.content, labels: labels ?? [] };
  useEffect(() => {
    latest.current = known;
  });
  const create = (activate: boolean) => {
    activates.current = activate;
    form.submit();
  };
  return {
    form,
    source,
    labels,
    searchLabels: onSearch,
    entries: labelsOf(values, known),
    missing: missingOf(values, { ...known, total: source.total }),
    create,
  };
}
