// `npm run reseal`, also in a packed folder.
import { runToEnd } from "./run-to-end.mjs";

await runToEnd("resealSecrets");
