// The names under which Redis holds money.

/** Told anew whenever Redis has lost its memory and got its money back from the ledger; without it nothing is held. */
export const STORE_EPOCH = "gateway:life";
/** + a call's id. */
export const CALL = "gateway:call:";
/** + whose tokens. Of the minute until `end`: what is `used`, with what earlier minutes used beyond the limit. */
export const COUNTER = "gateway:tokens:";
/** + an account. Micro-dollars: `spent`, and `r` + a bucket's number for what is reserved until its end. */
export const MONEY = "gateway:money:";
/** Calls that are booked and not yet known to be in the ledger: id → LedgerEntry as JSON. */
export const OUTBOX = "gateway:ledger";
