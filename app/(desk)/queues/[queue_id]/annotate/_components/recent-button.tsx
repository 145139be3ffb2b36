import { History } from "lucide-react";
import type { ComponentProps } from "react";
import { IconButton } from "@/app/_ui/button/icon-button";

/** Opens the list of recent and flagged items. */
export const RecentButton = (props: Partial<ComponentProps<typeof IconButton>>) => (
  <IconButton {...props} label="Recent and flagged items" side="bottom">
    <History aria-hidden="true" />
  </IconButton>
);
