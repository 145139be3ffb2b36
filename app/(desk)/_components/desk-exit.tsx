"use client";
import { ArrowLeft } from "lucide-react";
import NextLink from "next/link";
import { useState } from "react";
import { Kbd } from "@/app/_ui/keyboard/kbd";
import { links } from "@/lib/client/links";

interface Props {
  queueId: string;
  /** The queue's name, once it is known. */
  name: string | undefined;
}

/** The link from a desk back to its queue. Hover or focus prefetches the queue's screen; loading the first item comes before that. */
export function DeskExit({ queueId, name }: Props) {
  const [shouldPrefetch, setShouldPrefetch] = useState(false);
  const startPrefetch = () => setShouldPrefetch(true);
  return (
    <NextLink
      href={links.queue(queueId)}
      prefetch={shouldPrefetch ? null : false}
      onPointerEnter={startPrefetch}
      onFocus={startPrefetch}
      className="flex min-h-8 min-w-0 items-center gap-2 rounded-md px-1.5 text-soft hover:bg-hover hover:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11"
    >
      <ArrowLeft aria-hidden="true" className="size-4 shrink-0" />
      <span className="sr-only">Back to the queue</span>
      <span className="line-clamp-2 font-medium text-ink wrap-anywhere max-sm:leading-4 sm:line-clamp-1" dir="auto">
        {name}
      </span>
      <span className="contents max-sm:hidden">
        <Kbd keys="escape" />
      </span>
    </NextLink>
  );
}
