"use client";
// The discussion of an item, on any screen that shows it. Each answer updates the cache, so nothing is fetched again.
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { queueQuery } from "@/lib/client/queues/work-queries";
import type { ReviewComment, ReviewThread } from "@/lib/contracts/annotation/discussions";
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import { mentionedIn, type Person } from "./mentions";
import { annotateDetail, listItems } from "./operations";
import { addComment, reopenThread, resolveThread } from "./reviews";

interface Discussion {
  review_comments: ReviewComment[];
  review_threads: ReviewThread[];
}

interface NewRemark {
  comment: string;
  label_id?: string;
  target_annotator_id?: string;
}

const peopleOf = (queue: Pick<Queue, "annotators"> | undefined): Person[] =>
  (queue?.annotators ?? []).map(({ user_id, name }) => ({ id: user_id, name }));

/** The people of a queue, who can be mentioned. */
export const useQueuePeople = (queueId: string): Person[] => peopleOf(useQuery(queueQuery(queueId)).data);

/** The same of a queue that is on the screen. */
export const peopleIn = (client: QueryClient, queueId: string): Person[] =>
  peopleOf(client.getQueryData(queueQuery(queueId).queryKey));

/** Writes to an item's threads. Each action resolves once the screen shows it, and throws if the server refuses. */
export function useDiscussion(queue_id: string, item_id: string) {
  const client = useQueryClient();
  const address = { queue_id, item_id };
  const show = ({ review_comments, review_threads }: Discussion) => {
    client.setQueriesData<ItemDetail>({ queryKey: [annotateDetail.name] }, (detail) =>
      detail?.item.id === item_id ? { ...detail, review_comments, review_threads } : detail,
    );
    void client.invalidateQueries({ queryKey: [listItems.name] });
  };
  const mentioned = (comment: string) => ({ mentioned_user_ids: mentionedIn(comment, peopleIn(client, queue_id)) });
  const add = useMutation(addComment);
  const resolve = useMutation(resolveThread);
  const reopen = useMutation(reopenThread);
  return {
    isPending: add.isPending || resolve.isPending || reopen.isPending,
    start: async (remark: NewRemark) =>
      show(await add.mutateAsync({ ...address, ...remark, ...mentioned(remark.comment) })),
    reply: async (thread_id: string, comment: string) =>
      show(await add.mutateAsync({ ...address, thread_id, comment, ...mentioned(comment) })),
    resolve: async (thread_id: string) => show(await resolve.mutateAsync({ ...address, thread_id })),
    reopen: async (thread_id: string) => show(await reopen.mutateAsync({ ...address, thread_id })),
  };
}
