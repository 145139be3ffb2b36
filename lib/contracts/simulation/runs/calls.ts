// Calls: one conversation each, with its transcript and its results.
import { z } from "zod";
import { define } from "../../define";
import { errorDetails } from "../../evaluation/localization";
import { id } from "../../shapes";
import { bothSpellings } from "../../spelling";
import { callStatuses } from "../call-names";
import { anyCase } from "../call-parts";
import { recordingTracks } from "../names";
import { one, params, tag } from "./call-paths";
import { callRecord, transcriptTurn } from "./call-record";

const anId = "00000000-0000-4000-8000-000000000000";

export const getCallExecution = define({
  name: "getCallExecution",
  method: "GET",
  path: one,
  tag,
  summary: "Get a call in full",
  description:
    "One call: transcript, evaluations, checks, faults with evidence, metrics, and earlier states before reruns.",
  envelope: "bare",
  params,
  response: callRecord,
});

export const updateCallExecution = define({
  name: "updateCallExecution",
  method: "PATCH",
  path: one,
  tag,
  summary: "End a call",
  description:
    "Sets a call's status, for clients that drive the call. failed gets a fixed reason; completed and cancelled keep the first 200 characters of yours. A completed call is evaluated. A finished call cannot change its status: 409.",
  errors: ["required", "conflict"],
  envelope: "bare",
  params,
  body: z.object({
    status: anyCase(callStatuses),
    ended_reason: z.string().max(10_000).nullish(),
  }),
  response: callRecord,
  example: { status: "failed", ended_reason: "The agent could not be reached." },
});

export const deleteCallExecution = define({
  name: "deleteCallExecution",
  method: "DELETE",
  path: `${one}delete/`,
  tag,
  summary: "Delete a call",
  description: "Deletes a call, and ends it if it is ongoing. Deleting it again is a 404.",
  envelope: "bare",
  params,
  response: z.object({ message: z.string() }),
});

export const getCallTranscripts = define({
  name: "getCallTranscripts",
  method: "GET",
  path: `${one}transcripts/`,
  tag,
  summary: "Get a call's transcript",
  description: "Every turn of one call, in order.",
  envelope: "bare",
  params,
  response: z.object({
    call_execution_id: id,
    phone_number: z.string().nullable(),
    status: z.enum(callStatuses),
    transcripts: z.array(transcriptTurn),
    total_transcripts: z.int(),
  }),
});

export const getCallRecording = define({
  name: "getCallRecording",
  method: "GET",
  path: `${one}recording/`,
  tag,
  summary: "Get a call's recording",
  description:
    "Streams the recording of a phone call from its provider. 404 if there is none, 410 if the provider no longer keeps it, 503 if the provider cannot serve it now.",
  errors: ["gone", "service_unavailable"],
  answers: ["audio/wav", "audio/mpeg"],
  envelope: "file",
  params,
  query: z.strictObject({
    track: z
      .enum(recordingTracks)
      .default("combined")
      .meta({ description: "combined or stereo for both sides, or one side alone" }),
  }),
  response: z.unknown(),
});

export const getCallLocalizations = define({
  name: "getCallLocalizations",
  method: "GET",
  path: `${one}error-localizer-tasks/`,
  tag,
  summary: "Get the parts of a call that made evaluations fail",
  description: "The error localizations of a call's evaluations, where they were requested.",
  envelope: "bare",
  params,
  response: z.object({
    call_execution_id: id,
    error_localizer_tasks: z.array(
      z.object({
        eval_config_id: id,
        eval_name: z.string(),
        log_id: id,
        status: z.string(),
        message: z.string().nullable(),
        error_details: errorDetails.nullable(),
      }),
    ),
    total_tasks: z.int(),
  }),
});

export const forkCall = define({
  name: "forkCall",
  method: "POST",
  path: `${one}fork/`,
  tag,
  summary: "Fork a call at a turn",
  description:
    "Starts an execution of one call that copies the first turns of this call and continues from there, optionally with another version of the agent. The original call does not change. A fork is not the newest execution of its run test, and counts in no figures of the run test or of the agent's version. Its evaluations need their judges, as in execute.",
  errors: ["required", "conflict", "service_unavailable"],
  envelope: "bare",
  params,
  body: bothSpellings(
    z.object({
      turn: z
        .int()
        .min(0)
        .max(1_000)
        .meta({ description: "How many turns to copy; the number of turns copies them all" }),
      agent_version: id.nullish().meta({ description: "The version to run; by default the call's own" }),
      repeats: z.int().min(1).max(50).default(1),
    }),
  ),
  response: z.object({ message: z.string(), execution_id: id, call_execution_ids: z.array(id) }),
  example: { turn: 3, agent_version: anId },
});
