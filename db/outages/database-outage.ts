// Failures that pass: the database cannot answer or takes no writes just now, and the same may succeed a little later.
import { isLoss } from "../connection-loss";
import { databaseErrorCode } from "../error-code";
import { isRefusedWrite } from "./refused-writes";

// Codes under which PostgreSQL, its driver or the network say that the database cannot answer now.
const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)|57P0[1235]|53[023]00|08\w{3})$/;
// Serialization failure, deadlock, lock not available.
const CONTENDED = /^(40001|40P01|55P03)$/;

export const isUnreachable = (error: unknown): boolean => UNREACHABLE.test(databaseErrorCode(error) ?? "");

/** PostgreSQL has ended a transaction because of others. Nothing of it was saved. */
export const isContended = (error: unknown): boolean => CONTENDED.test(databaseErrorCode(error) ?? "");

export const isTemporaryFailure = (error: unknown): boolean =>
  isUnreachable(error) || isLoss(error) || isRefusedWrite(error) || isContended(error);
