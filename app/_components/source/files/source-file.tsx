"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { lazyCode, useLazyCode } from "@/app/_ui/lazy-code";
import { CallError } from "@/lib/client/call-error";
import { type ItemAt, mediaQuery } from "@/lib/client/queues/media";
import type { FileRef } from "./file-in";
import { useItemFiles } from "./item-files";

interface Props {
  /** The field's name. */
  name: string;
  files: readonly FileRef[];
}

export const SourceFiles = ({ name, files }: Props) => (
  <div className="grid gap-3">
    {files.map((file, index) => {
      const title = files.length > 1 ? `${name} ${index + 1}` : name;
      return file.isInline ? (
        <Inline key={file.address} name={title} file={file} />
      ) : (
        <Remote key={file.address} name={title} file={file} />
      );
    })}
  </div>
);

function Remote({ name, file }: { name: string; file: FileRef }) {
  const { item } = useItemFiles();
  if (item) return <FromItem name={name} file={file} item={item} />;
  return <p className="text-soft wrap-anywhere">Not loaded here: {file.address}</p>;
}

function FromItem({ name, file, item }: { name: string; file: FileRef; item: ItemAt }) {
  const found = useQuery(mediaQuery(item, file.address));
  if (found.error)
    return (
      <div className="grid gap-1">
        <ErrorState
          title={`${name} was not loaded`}
          error={found.error}
          {...(isForbidden(found.error) ? {} : { onRetry: () => found.refetch() })}
        />
        <p className="text-xs text-faint wrap-anywhere">{file.address}</p>
      </div>
    );
  return found.data ? <Shown name={name} kind={file.kind} blob={found.data} /> : <Loading name={name} />;
}

/** It stays so until somebody changes a setting. */
const isForbidden = (error: Error): boolean => error instanceof CallError && error.status === 403;

const Loading = ({ name }: { name: string }) => (
  <div role="status">
    <span className="sr-only">Loading {name}</span>
    <Skeleton className="h-40 w-full" />
  </div>
);

/** Decoded here: a page may not fetch data addresses. */
function Inline({ name, file }: { name: string; file: FileRef }) {
  const [blob] = useState(() => {
    const [head = "", body = ""] = file.address.split(",", 2);
    try {
      const bytes = Uint8Array.from(atob(body.replaceAll(/\s/g, "")), (character) => character.charCodeAt(0));
      return new Blob([bytes], { type: head.slice("data:".length).split(";")[0] ?? "" });
    } catch {
      return null;
    }
  });
  if (!blob) return <p className="text-soft">This file is damaged.</p>;
  return <Shown name={name} kind={file.kind} blob={blob} />;
}

const views = lazyCode(() => import("./file-views").then((module) => module.fileViews));

function Shown({ name, kind, blob }: { name: string; kind: FileRef["kind"]; blob: Blob }) {
  const code = useLazyCode(views);
  const address = useAddressOf(blob);
  if (!code || !address) return <Loading name={name} />;
  const View = code[kind];
  return <View name={name} address={address} blob={blob} />;
}

/** An address of the page's own for the file, as long as it is shown. */
export function useAddressOf(blob: Blob): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const url = URL.createObjectURL(blob);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return address;
}
