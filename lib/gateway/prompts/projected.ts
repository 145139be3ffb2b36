// How Redis holds prompts for the gateway: one hash of each organization, with a field for each way to name a version.
import type { PromptContent } from "@/lib/contracts/prompts/content";

/** What the gateway knows of one committed version, as JSON. */
export interface ProjectedVersion {
  name: string;
  number: number;
  content: PromptContent;
}

export const promptsOf = (organizationId: string): string => `gateway:prompts:${organizationId}`;

const fieldOf = (...parts: (string | number)[]): string => JSON.stringify(parts).toLowerCase();

/** Holds the prompt's id: tells an unknown prompt from an unknown label. */
export const nameField = (name: string): string => fieldOf(name);
export const versionField = (name: string, number: number): string => fieldOf(name, number);
export const labelField = (name: string, label: string): string => fieldOf(name, label);
