import type { PromptChange } from "@/lib/contracts/prompts/prompts";

/** One change of a prompt in a few words. */
export function changeText({ kind, version, former_version: from, label, message }: PromptChange): string {
  switch (kind) {
    case "created":
      return "Created the prompt";
    case "draft_added":
      return `Added the draft ${version}`;
    case "committed":
      return `Saved ${version}`;
    case "default_set":
      return `Made ${version} the default`;
    case "label_moved":
      return from ? `Moved ${label} from ${from} to ${version}` : `Put ${label} on ${version}`;
    case "label_removed":
      return `Removed ${label} from ${from}`;
    case "version_deleted":
      return `Deleted ${version}`;
    case "edited":
      return `Changed its ${message}`;
  }
}
