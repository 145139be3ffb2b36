// Sentences that several descriptions end with.

/** Whom `access: "queue"` leaves to the verb: here the queue's managers. */
export const MANAGERS_MAY = "Managers of the queue may, Owners and Admins of every queue.";
