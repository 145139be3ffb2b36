import { links } from "@/lib/client/links";
import type { Queue } from "@/lib/contracts/annotation/queue-shapes";

export interface Step {
  title: string;
  text: string;
  done: boolean;
  act: string;
  href: string;
}

/** The steps to a first annotation. Each tick comes from existing data. */
export function stepsOf(queues: readonly Queue[], datasets: readonly { id: string }[]): Step[] {
  const filled = queues.find(({ item_count = 0 }) => item_count > 0);
  const open = queues.find(({ status, item_count = 0 }) => status === "active" && item_count > 0);
  const queue = open ?? filled ?? queues[0];
  const [dataset] = datasets;
  return [
    {
      title: "Import a dataset",
      text: "Each row is one conversation, answer or document to annotate.",
      done: datasets.length > 0,
      act: "Import dataset",
      href: links.importDataset(),
    },
    {
      title: "Create a queue",
      text: "Its labels are your questions; its items are rows of the dataset.",
      done: filled !== undefined,
      act: queue ? "Add items" : "Create a queue",
      href: queue ? links.queue(queue.id) : dataset ? links.queueOfDataset(dataset.id) : links.newQueue(),
    },
    {
      title: "Annotate",
      text: "Work item by item, with the keyboard. The queue stores the answers and shows the progress.",
      done: queues.some(({ completed_count = 0 }) => completed_count > 0),
      act: open ? "Start annotating" : "Open the queue",
      href: open ? links.desk(open.id) : queue ? links.queue(queue.id) : links.queues(),
    },
  ];
}
