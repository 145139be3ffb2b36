// Checks addresses that come from users' data. The resolved address is checked again when connecting.
import { variable } from "@/lib/env";
import { listsHost } from "@/lib/gateway/egress/host-list";
import { mayLeave } from "@/lib/gateway/egress/may-leave";
import { isPrivateHost } from "@/lib/gateway/providers/public-address";

/** Whether the operator has allowed the address's host, with its port or without. */
const isAllowed = (url: URL): boolean => listsHost(variable("ASSAY_ALLOWED_HOSTS") ?? [], url);

/** Whether an address is public, as far as its spelling says, or the operator has allowed its host. */
export const isOpenTo = (url: URL): boolean => !isPrivateHost(url.hostname) || isAllowed(url);

/** Whether the server may call an address: a public one to which it may connect at all, or one whose host the operator has allowed. */
export const mayAsk = (url: URL): boolean => mayLeave(url) && isOpenTo(url);

export const NOT_PUBLIC = "Must be a public address, or one whose host the operator allows.";

/** Whether the connection must be kept out of private networks (`isGuarded` of a provider's request). */
export const isGuarded = (url: URL): boolean => !isAllowed(url);
