import { errors, type Requester } from "@upstash/redis";
import type { Outage } from "@/lib/observe/outages";

/** The same requester, from which an outage learns whether Redis answers. A refused command is an answer. */
export const watched = (requester: Requester, outage: Outage): Requester => ({
  ...requester,
  request: async <T>(...args: Parameters<Requester["request"]>) => {
    try {
      const answer = await requester.request<T>(...args);
      outage.answered();
      return answer;
    } catch (error) {
      if (error instanceof errors.UpstashError) outage.answered();
      else outage.failed(error);
      throw error;
    }
  },
});
