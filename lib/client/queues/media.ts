// Files from elsewhere that an item's source or the instructions name, loaded through this server.
import { queryOptions } from "@tanstack/react-query";
import { bodyOf, requestFor } from "../call";
import { CallError, errorOf } from "../call-error";
import * as operations from "../operations";
import { mutationFor, queryFor } from "../query";

export interface ItemAt {
  queue_id: string;
  item_id: string;
}

const isRefused = (error: Error): boolean => error instanceof CallError && error.status < 500;

export const mediaQuery = ({ queue_id, item_id }: ItemAt, address: string) =>
  queryOptions({
    // Instructions name the same file at every item.
    queryKey: [operations.getItemMedia.name, { queue_id, address }],
    queryFn: async ({ signal }): Promise<Blob> => {
      const request = requestFor(operations.getItemMedia, { queue_id, item_id, address }, { signal });
      const response = await fetch(request);
      if (!response.ok) throw errorOf(response.status, await bodyOf(response, { signal }));
      return response.blob();
    },
    retry: (failures, error) => failures < 1 && !isRefused(error),
    staleTime: Number.POSITIVE_INFINITY,
    // It can be large, so it is kept only while its item is open and for a minute after.
    gcTime: 60_000,
  });

export const mediaHostsQuery = () => queryFor(operations.getMediaHosts, {});
export const setMediaHosts = mutationFor(operations.setMediaHosts, {
  invalidates: [operations.getMediaHosts],
  showsErrors: true,
});
