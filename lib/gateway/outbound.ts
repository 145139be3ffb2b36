// Checks addresses that come from users' data. The resolved address is checked again when connecting.
import { variable } from "@/lib/env";
import { isPrivateHost } from "@/lib/gateway/providers/public-address";

/** Whether the operator has allowed the address's host, with its port or without. */
const isAllowed = ({ host, hostname }: URL): boolean =>
  (variable("ASSAY_ALLOWED_HOSTS") ?? []).some((name) => name === host || name === hostname);

/** Whether the server may call an address: a public one, or one whose host the operator has allowed. */
export const mayAsk = (url: URL): boolean => !isPrivateHost(url.hostname) || isAllowed(url);

export const NOT_PUBLIC = "Must be a public address, or one whose host the operator allows.";

/** Whether the connection must be kept out of private networks (`isGuarded` of a provider's request). */
export const isGuarded = (url: URL): boolean => !isAllowed(url);
