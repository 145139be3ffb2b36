// A call's whole recording, so that its player can seek at once.
import { queryOptions } from "@tanstack/react-query";
import { bodyOf, requestFor } from "./call";
import { errorOf } from "./call-error";
import { getCallRecording } from "./operations";

export const recordingQuery = (call_execution_id: string) =>
  queryOptions({
    queryKey: [getCallRecording.name, { call_execution_id }],
    queryFn: async ({ signal }): Promise<Blob> => {
      const response = await fetch(requestFor(getCallRecording, { call_execution_id }, { signal }));
      if (!response.ok) throw errorOf(response.status, await bodyOf(response, { signal }));
      return response.blob();
    },
    staleTime: Number.POSITIVE_INFINITY,
    // It can be large, so it is kept only while its page is open and for a minute after.
    gcTime: 60_000,
  });
