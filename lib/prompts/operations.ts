// Every operation of prompts: its contract joined to its verb.

import * as commentContracts from "@/lib/contracts/prompts/comments";
import * as fileContracts from "@/lib/contracts/prompts/files";
import * as labelContracts from "@/lib/contracts/prompts/labels";
import * as promptContracts from "@/lib/contracts/prompts/prompts";
import * as releaseContracts from "@/lib/contracts/prompts/releases";
import * as versionContracts from "@/lib/contracts/prompts/versions";
import { endpoint, taggedEndpoint } from "@/lib/http/endpoint";
import * as changes from "./changes";
import * as comments from "./comments";
import * as exports from "./files/export";
import * as imports from "./files/import";
import * as gates from "./gates";
import * as labels from "./labels";
import * as lists from "./list-prompts";
import * as prompts from "./prompts";
import * as releases from "./releases/releases";
import * as versions from "./versions";

export const listPrompts = endpoint(promptContracts.listPrompts, lists.listPrompts);
export const createPrompt = endpoint(promptContracts.createPrompt, prompts.createPrompt);
export const getPromptByDefault = taggedEndpoint(promptContracts.getPromptByDefault, prompts.getPromptByDefault);
export const getPrompt = endpoint(promptContracts.getPrompt, prompts.getPrompt);
export const updatePrompt = endpoint(promptContracts.updatePrompt, prompts.updatePrompt);
export const deletePrompt = endpoint(promptContracts.deletePrompt, prompts.deletePrompt);
export const listPromptChanges = endpoint(promptContracts.listPromptChanges, changes.listPromptChanges);

export const exportPrompts = endpoint(fileContracts.exportPrompts, exports.exportPrompts);
export const importPrompts = endpoint(fileContracts.importPrompts, imports.importPrompts);

export const listPromptComments = endpoint(commentContracts.listPromptComments, comments.listPromptComments);
export const addPromptComment = endpoint(commentContracts.addPromptComment, comments.addPromptComment);
export const editPromptComment = endpoint(commentContracts.editPromptComment, comments.editPromptComment);
export const deletePromptComment = endpoint(commentContracts.deletePromptComment, comments.deletePromptComment);

export const createPromptDraft = endpoint(versionContracts.createPromptDraft, versions.createPromptDraft);
export const addPromptDrafts = endpoint(versionContracts.addPromptDrafts, versions.addPromptDrafts);
export const savePromptDraft = endpoint(versionContracts.savePromptDraft, versions.savePromptDraft);
export const commitPrompt = endpoint(versionContracts.commitPrompt, versions.commitPrompt);
export const savePromptVersion = endpoint(versionContracts.savePromptVersion, versions.savePromptVersion);
export const getPromptVersion = endpoint(versionContracts.getPromptVersion, versions.getPromptVersion);
export const deletePromptVersion = endpoint(versionContracts.deletePromptVersion, versions.deletePromptVersion);
export const listPromptVersions = endpoint(versionContracts.listPromptVersions, versions.listPromptVersions);

export const listPromptLabels = endpoint(labelContracts.listPromptLabels, labels.listPromptLabels);
export const createPromptLabel = endpoint(labelContracts.createPromptLabel, labels.createPromptLabel);
export const deletePromptLabel = endpoint(labelContracts.deletePromptLabel, labels.deletePromptLabel);
export const getPromptByLabel = taggedEndpoint(labelContracts.getPromptByLabel, labels.getPromptByLabel);
export const assignPromptLabel = endpoint(labelContracts.assignPromptLabel, labels.assignPromptLabel);
export const removePromptLabel = endpoint(labelContracts.removePromptLabel, labels.removePromptLabel);
export const setDefaultPromptVersion = endpoint(labelContracts.setDefaultPromptVersion, labels.setDefaultPromptVersion);
export const listTemplateLabels = endpoint(labelContracts.listTemplateLabels, labels.listTemplateLabels);

export const setPromptGate = endpoint(releaseContracts.setPromptGate, gates.setPromptGate);
export const listPromptGates = endpoint(releaseContracts.listPromptGates, gates.listPromptGates);
export const deletePromptGate = endpoint(releaseContracts.deletePromptGate, gates.deletePromptGate);
export const startPromptRelease = endpoint(releaseContracts.startPromptRelease, releases.startPromptRelease);
export const listPromptReleases = endpoint(releaseContracts.listPromptReleases, releases.listPromptReleases);
export const getPromptRelease = endpoint(releaseContracts.getPromptRelease, releases.getPromptRelease);
export const checkPromptMove = endpoint(releaseContracts.checkPromptMove, releases.checkPromptMove);
