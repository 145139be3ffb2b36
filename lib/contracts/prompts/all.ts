import * as comments from "./comments";
import * as files from "./files";
import * as labels from "./labels";
import * as prompts from "./prompts";
import * as releases from "./releases";
import * as versions from "./versions";
import * as writing from "./writing";

/** Every module with operations of prompts. */
export const promptModules = [prompts, versions, labels, releases, files, comments, writing];
