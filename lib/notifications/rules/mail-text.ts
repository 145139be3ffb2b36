// The mail that tells a person of notifications.
import { oneLine } from "@/lib/mail/one-line";
import { aboutOf, pathOf, titleOf, type Worded } from "./wording";

interface About {
  organization: string;
  /** The server's address; without it, the mail has no links. */
  site: string | undefined;
  /** Lists as many, the newest; of the others it says how many they are. */
  most: number;
}

export function mailText(
  notifications: readonly Worded[],
  { organization, site, most }: About,
): { subject: string; text: string } {
  const link = (path: string) => (site ? new URL(path, site).href : null);
  const entries = notifications.slice(-most).map((entry) => {
    const sentence = `${titleOf(entry)} (${oneLine(aboutOf(entry))}).`;
    return [oneLine(sentence), link(pathOf(entry))].filter(Boolean).join("\n");
  });
  const [first] = notifications;
  const more = notifications.length - entries.length;
  const end = ["Choose what is sent by mail under Settings → Profile.", link("/settings/profile")];
  return {
    subject:
      first && notifications.length === 1
        ? oneLine(`${titleOf(first)} (${aboutOf(first)})`)
        : `${notifications.length} notifications in ${oneLine(organization)}`,
    text: [
      ...(more > 0 ? [`The newest ${entries.length} of ${notifications.length.toLocaleString("en")}:`] : []),
      ...entries,
      end.filter(Boolean).join("\n"),
      "",
    ].join("\n\n"),
  };
}
