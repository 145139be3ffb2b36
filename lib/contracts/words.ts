// Closing sentences that several descriptions share.

/** For `access: "queue"`, where the verb checks the role: here the queue's managers. */
export const MANAGERS_MAY = "Requires a manager of the queue, or an Owner or Admin.";
