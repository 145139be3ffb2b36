import postgres from "postgres";
import { readAddress } from "./address";
import { arrayTypes } from "./array-types";
import { type Destination, DriverSocket, padding } from "./driver-socket";

type Options = postgres.Options<Record<string, postgres.PostgresType>>;

/** The driver on a database's address. Where sessions are shared no statement has a name: only one session would know it. */
export function openDriver(address: string, options: Options): postgres.Sql {
  const { url, isShared } = readAddress(address);
  const destinations = readDestinations(url, options);
  let sockets = 0;
  const ours = {
    connection: { ...options.connection, ...padding },
    fetch_types: false,
    types: arrayTypes,
    ssl: false, // the socket's matter
    socket: () => new DriverSocket(destinations[sockets++ % destinations.length] ?? destinations[0]),
  };
  return postgres(url, {
    connect_timeout: 5,
    onnotice: () => {},
    ...options,
    ...ours,
    ...(isShared && { prepare: false }),
  });
}

/** The address as the driver reads it; opened only for that, it connects to no server. */
function readDestinations(url: string, options: Options): [Destination, ...Destination[]] {
  const { host, port, path, ssl, ...others } = postgres(url, options).options;
  const isLax = ssl === "require" || ssl === "allow" || ssl === "prefer";
  const tls = ssl && {
    options: isLax ? { rejectUnauthorized: false } : typeof ssl === "object" ? ssl : {},
    isOptional: ssl === "prefer",
    isDirect: "sslnegotiation" in others && others.sslnegotiation === "direct",
  };
  const to = (name: string, index: number): Destination => ({
    host: name,
    port: port[index] ?? 5432,
    path: path || undefined,
    tls,
  });
  const [first = "localhost", ...further] = host;
  return [to(first, 0), ...further.map((name, index) => to(name, index + 1))];
}
