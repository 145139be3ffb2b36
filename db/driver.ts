import postgres from "postgres";
import { readAddress } from "./address";

type Options = postgres.Options<Record<string, postgres.PostgresType>>;

/** The driver on a database's address. Where sessions are shared no statement has a name: only one session would know it. */
export function openDriver(given: string, options: Options): postgres.Sql {
  const { url, isShared } = readAddress(given);
  return postgres(url, { connect_timeout: 5, onnotice: () => {}, ...options, ...(isShared && { prepare: false }) });
}
