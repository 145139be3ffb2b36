import { fileSize } from "@/app/_ui/figure/file-size";
import type { FileViewProps } from "./file-view-props";

/** Without a link: some types run scripts where they open. */
export const OtherView = ({ blob }: FileViewProps) => (
  <p className="text-soft">
    A file of type {blob.type}, {fileSize(blob.size)}, cannot be shown here.
  </p>
);
