import * as operations from "../operations";
import { mutationFor, queryFor } from "../query";

export const retentionQuery = () => queryFor(operations.getRetention, {});
export const setRetention = mutationFor(operations.setRetention, {
  invalidates: [operations.getRetention],
  showsErrors: true,
  done: "Retention saved",
});
