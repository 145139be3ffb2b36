// Images, recordings, videos and PDF files that a source or a queue's instructions name by their address.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { itemParams } from "../shapes";

const MAX_ADDRESS = 4096;
const MAX_HOSTS = 100;

export const mediaTypes = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "audio/mpeg",
  "audio/wav",
  "audio/ogg",
  "audio/mp4",
  "audio/aac",
  "audio/flac",
  "audio/webm",
  "video/mp4",
  "video/webm",
  "application/pdf",
] as const;
export type MediaType = (typeof mediaTypes)[number];

export const getItemMedia = define({
  name: "getItemMedia",
  method: "GET",
  path: "/model-hub/annotation-queues/{queue_id}/items/{item_id}/media/",
  tag: "Annotating",
  summary: "Get an image, a recording, a video or a PDF file that an item's source names",
  description:
    "Fetches a file from elsewhere, so that annotators' browsers contact no other host. The URL must be in the source as the caller sees it or in the queue's instructions, and its host among the organization's media hosts. At most 32 MB; images (PNG, JPEG, GIF, WebP, AVIF), audio, video (MP4, WebM) and PDF. 404 if neither has such a URL, 503 if its host does not send such a file.",
  errors: ["permission_denied", "service_unavailable"],
  answers: [...mediaTypes],
  envelope: "file",
  access: "read",
  params: itemParams,
  query: z.strictObject({
    address: z
      .string()
      .min(1)
      .max(MAX_ADDRESS)
      .meta({ description: "The file's URL, as it is in the source or the instructions" }),
  }),
  response: z.unknown(),
  example: { address: "https://cdn.example.com/photo.png" },
});

/** A host, or all hosts below one: "*.example.com". */
const HOST = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
export const mediaHost = z
  .string()
  .trim()
  .toLowerCase()
  .max(255)
  .regex(HOST, "Must be a host such as cdn.example.com, or *.example.com for all hosts below one.");

const hosts = z.object({
  hosts: z.array(z.string()).meta({ description: "Hosts from which annotators may load files; none by default" }),
});
const hostsPath = "/accounts/organization/media-hosts/";

export const getMediaHosts = define({
  name: "getMediaHosts",
  method: "GET",
  path: hostsPath,
  tag: "Organizations",
  summary: "List the hosts from which files are loaded",
  description:
    "The hosts from which the desk may load images, recordings, videos and PDF files that sources and instructions name.",
  response: hosts,
});

export const setMediaHosts = define({
  name: "setMediaHosts",
  method: "PUT",
  path: hostsPath,
  tag: "Organizations",
  summary: "Set the hosts from which files are loaded",
  description:
    "Replaces the hosts from which the desk may load images, recordings, videos and PDF files. Such a host learns which files annotators open, through this server; without hosts, nothing is loaded. For Owners and Admins.",
  access: "admin",
  body: z.strictObject({
    hosts: list(mediaHost, MAX_HOSTS).refine((all) => new Set(all).size === all.length, "Name each host once."),
  }),
  response: hosts,
  example: { hosts: ["cdn.example.com"] },
});
