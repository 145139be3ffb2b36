// What happens to a project's traces as they arrive: masking, and feedback of its users.
import * as operations from "./operations";
import { mutationFor, queryFor } from "./query";

export const maskingQuery = (projectId: string) => queryFor(operations.getMasking, { project_id: projectId });
export const setMasking = mutationFor(operations.setMasking, {
  invalidates: [operations.getMasking],
  showsErrors: true,
  done: "Masking saved",
});

export const feedbackKeysQuery = (projectId: string) =>
  queryFor(operations.listFeedbackKeys, { project_id: projectId });
export const createFeedbackKey = mutationFor(operations.createFeedbackKey, {
  invalidates: [operations.listFeedbackKeys],
  showsErrors: true,
  done: "Feedback key created",
});
export const revokeFeedbackKey = mutationFor(operations.revokeFeedbackKey, {
  invalidates: [operations.listFeedbackKeys],
  done: "Feedback key revoked",
});
