// Files and how they are shown. Loaded with the first file.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { CallError } from "@/lib/client/call-error";
import { type ItemAt, mediaQuery } from "@/lib/client/queues/media";
import { AudioView } from "./audio-view";
import type { FileRef } from "./file-in";
import type { FilesProps } from "./file-view-props";
import { ImageView } from "./image-view";
import { useItemFiles } from "./item-files";
import { Loading } from "./loading";
import { OtherView } from "./other-view";
import { PdfView } from "./pdf-view";
import { useAddressOf } from "./use-address-of";
import { VideoView } from "./video-view";

const views = { image: ImageView, audio: AudioView, video: VideoView, pdf: PdfView, other: OtherView };

export const ShownFiles = ({ name, files }: FilesProps) => (
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

function Shown({ name, kind, blob }: { name: string; kind: FileRef["kind"]; blob: Blob }) {
  const address = useAddressOf(blob);
  if (!address) return <Loading name={name} />;
  const View = views[kind];
  return <View name={name} address={address} blob={blob} />;
}
