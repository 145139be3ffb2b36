// What of this process's environment other programs get. Keys of providers are variables of any name that the configuration file
// mentions, so whatever is not known to be needed stays here.
import { environment } from "./index";

/** Of the system, of Node and of networks. */
const OF_SYSTEM =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TEMP|TMP|NODE_ENV|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|LD_LIBRARY_PATH|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMDATA)$/i;

/** The screens call no provider and no telephony, administer no gateway and set nothing up. */
const notForScreens = new Set(["ADMIN_TOKEN", "ASSAY_VOICE_API_KEY"]);
const isForScreens = (name: string): boolean =>
  (name in environment.shape && !name.startsWith("ASSAY_INIT_") && !notForScreens.has(name)) ||
  /^(INNGEST_BASE_URL|NEXT_\w+|__NEXT_\w+)$/.test(name);

type Variables = Record<string, string | undefined>;

const only = (source: Variables, isMeant: (name: string) => boolean): Variables =>
  Object.fromEntries(Object.entries(source).filter(([name]) => OF_SYSTEM.test(name) || isMeant(name)));

/** For programs that know nothing of Assay. */
export const systemVariables = (source: Variables = process.env): Variables => only(source, () => false);

/** For the process that renders the screens. */
export const screensVariables = (source: Variables = process.env): Variables => ({
  ...only(source, isForScreens),
  // They show whether it is set.
  ...(source.ASSAY_VOICE_API_KEY && { ASSAY_VOICE_API_KEY: "kept-by-the-server" }),
  // Next would read the files `.env` again, with all that they have.
  __NEXT_PROCESSED_ENV: "true",
});
