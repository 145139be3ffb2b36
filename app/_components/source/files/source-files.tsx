"use client";
import { lazyCode, useLazyCode } from "@/app/_ui/lazy-code";
import type { FilesProps } from "./file-view-props";
import { Loading } from "./loading";

const shown = lazyCode(() => import("./shown-files").then((module) => module.ShownFiles));

/** The files that a field consists of. */
export function SourceFiles(props: FilesProps) {
  const ShownFiles = useLazyCode(shown);
  return ShownFiles ? <ShownFiles {...props} /> : <Loading name={props.name} />;
}
