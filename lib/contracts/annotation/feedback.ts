// What users of an application think of its answers. Their browsers send it with a publishable key.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { deleted, id, name, timestamp } from "../shapes";
import { spanId, traceId } from "../traces/otlp";

const tag = "Tracing";

const targets = ["trace_id", "span_id", "session_id"] as const;
const values = ["thumbs", "number", "text"] as const;

export const sendFeedback = define({
  name: "sendFeedback",
  method: "POST",
  path: "/tracer/feedback/",
  tag,
  access: "public",
  errors: ["authentication_failed", "rate_limited"],
  crossOrigin: true,
  summary: "Send feedback of an application's user",
  description:
    "Stores a thumb, a number or a text, or several of them, as scores of a trace, a span or a session, under the labels `User feedback` of the project. Needs a publishable key of the project and no other credential. The newest feedback on the same thing counts; earlier values stay in the score's history. A target that has not arrived yet gets its scores when it arrives, within a day. Repeating a request with the same `id` changes nothing. An IP address may send 60 a minute with a key, and a key 3,000.",
  body: z
    .strictObject({
      key: z.string().min(1).max(100).meta({ description: "A publishable key of the project" }),
      id: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .meta({ description: "Your name for this feedback: sent again, it has one effect" }),
      trace_id: traceId.optional().meta({ description: "OpenTelemetry's id of the trace" }),
      span_id: spanId.optional().meta({ description: "OpenTelemetry's id of the span" }),
      session_id: z.string().trim().min(1).max(255).optional().meta({ description: "The application's own id of it" }),
      thumbs: z.enum(["up", "down"]).optional(),
      number: z.number().min(-1e9).max(1e9).optional(),
      text: z.string().trim().min(1).max(5000).optional(),
    })
    .check(({ value, issues }) => {
      const chosen = targets.filter((target) => value[target] !== undefined);
      if (chosen.length === 1) return;
      const message = `Send exactly one of ${targets.join(", ")}.`;
      const paths = chosen.length === 0 ? [[]] : chosen.map((target) => [target]);
      for (const path of paths) issues.push({ code: "custom", input: value, path, message });
    })
    .refine((body) => values.some((value) => body[value] !== undefined), "Send thumbs, number or text."),
  response: z.object({ id: z.string().meta({ description: "The name under which it is stored" }) }),
  example: { key: "assay_pub_example", trace_id: "4bf92f3577b34da6a3ce929d0e0e4736", thumbs: "up" },
});

export const feedbackKey = z
  .object({
    id,
    name: z.string(),
    key: z.string().meta({ description: "Publishable: it can send feedback for the project, and nothing else" }),
    created_at: timestamp,
  })
  .meta({ id: "FeedbackKey" });
export type FeedbackKey = z.infer<typeof feedbackKey>;

/** The most keys of a project. */
export const MAX_FEEDBACK_KEYS = 50;

const path = "/tracer/projects/{project_id}/feedback-keys/";
const params = z.object({ project_id: id });

export const listFeedbackKeys = define({
  name: "listFeedbackKeys",
  method: "GET",
  path,
  tag,
  summary: "List the feedback keys of a project",
  description: "The project's publishable keys, newest first, without revoked ones.",
  params,
  response: list(feedbackKey, MAX_FEEDBACK_KEYS),
});

export const createFeedbackKey = define({
  name: "createFeedbackKey",
  method: "POST",
  path,
  tag,
  summary: "Create a feedback key of a project",
  description: `Creates a publishable key, which a page's source may contain: it can send feedback for the project and do nothing else. A project may have ${MAX_FEEDBACK_KEYS}.`,
  params,
  body: z.strictObject({ name }),
  response: feedbackKey,
  example: { name: "Shop's website" },
});

export const revokeFeedbackKey = define({
  name: "revokeFeedbackKey",
  method: "DELETE",
  path: "/tracer/projects/{project_id}/feedback-keys/{feedback_key_id}/",
  tag,
  summary: "Revoke a feedback key",
  description: "Feedback with this key is refused from now on. What it has sent stays. This cannot be undone.",
  params: z.object({ project_id: id, feedback_key_id: id.meta({ description: "Id of the key, not the key itself" }) }),
  response: deleted,
});
