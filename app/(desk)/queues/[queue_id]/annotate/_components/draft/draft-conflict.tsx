"use client";
import { lazyCode, useLazyCode } from "@/app/_ui/lazy-code";
import type { VersionsProps } from "./draft-versions";

const versions = lazyCode(() => import("./draft-versions").then((module) => module.DraftVersions), true);

/** Both versions of an item that two windows changed. Rare, so its code is loaded only when needed. */
export function DraftConflict(props: VersionsProps) {
  const isNeeded = props.keeping.state === "outdated" || props.replaced !== null;
  const Versions = useLazyCode(versions, isNeeded);
  return Versions && isNeeded ? <Versions {...props} /> : null;
}
