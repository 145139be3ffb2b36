#!/usr/bin/env node
// `assay` from a clone or an installed package: the command of its sources as they are now.
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isBuilt } from "../scripts/built.mjs";
import { makeCommand } from "../scripts/command.mjs";
import { installIfNeeded, requireNode } from "../scripts/install.mjs";

requireNode();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const made = isBuilt(root, "program") ? join(root, "public", "assay.mjs") : undefined;
if (!made) await installIfNeeded(root);
await import(pathToFileURL(made ?? (await makeCommand())).href);
