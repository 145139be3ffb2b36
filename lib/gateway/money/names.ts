// The names under which Redis holds money.

/** Set again whenever Redis has lost its data and has recovered its money from the ledger. Without it nothing is reserved. */
export const STORE_EPOCH = "gateway:life";
/** + a call's id. */
export const CALL = "gateway:call:";
/** + the owner of the tokens. For the minute until `end`: the tokens `used`, including excess from earlier minutes. */
export const COUNTER = "gateway:tokens:";
/** + an account. In micro-dollars: `spent`, and `r` + a bucket's number for reservations until the bucket ends. */
export const MONEY = "gateway:money:";
/** Calls that are booked and not yet known to be in the ledger: id → LedgerEntry as JSON. */
export const OUTBOX = "gateway:ledger";
