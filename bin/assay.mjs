#!/usr/bin/env node
// `assay` from a clone or an installed package: the command of its sources as they are now.
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { makeCommand } from "../scripts/command.mjs";
import { installIfNeeded, requireNode } from "../scripts/install.mjs";

requireNode();
await installIfNeeded(dirname(dirname(fileURLToPath(import.meta.url))));
await import(pathToFileURL(await makeCommand()).href);
