import { links } from "@/lib/client/links";
import type { Queue } from "@/lib/contracts/annotation/queues";

export interface Step {
  title: string;
  text: string;
  done: boolean;
  act: string;
  href: string;
}

/** From nothing to a first answer. Every tick is read from what is there. */
export function stepsOf(queues: readonly Queue[], datasets: readonly { id: string }[]): Step[] {
  const filled = queues.find(({ item_count = 0 }) => item_count > 0);
  const open = queues.find(({ status, item_count = 0 }) => status === "active" && item_count > 0);
  const queue = open ?? filled ?? queues[0];
  const [dataset] = datasets;
  return [
    {
      title: "Import a dataset",
      text: "What is to be judged: one conversation, answer or document a row.",
      done: datasets.length > 0,
      act: "Import dataset",
      href: links.importDataset(),
    },
    {
      title: "Make a queue",
      text: "Its labels are your questions; its items are rows of the dataset.",
      done: filled !== undefined,
      act: queue ? "Add items" : "Make a queue",
      href: queue ? links.queue(queue.id) : dataset ? links.queueOfDataset(dataset.id) : links.newQueue(),
    },
    {
      title: "Annotate",
      text: "Item by item, from the keyboard. The queue keeps the answers and counts them.",
      done: queues.some(({ completed_count = 0 }) => completed_count > 0),
      act: open ? "Start annotating" : "Open the queue",
      href: open ? links.desk(open.id) : queue ? links.queue(queue.id) : links.queues(),
    },
  ];
}
