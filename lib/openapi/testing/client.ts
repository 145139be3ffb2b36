// A client as a stranger would write one: all that it knows of the API are the types that `openapi-typescript` made of
// /openapi.json. The test puts those beside a copy of this file as schema.d.ts, compiles both and runs it.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

type Api = ReturnType<typeof createClient<paths>>;
type Schemas = components["schemas"];

/** What the test looks at afterwards. */
export interface Story {
  label: Schemas["Label"];
  queue: Schemas["Queue"];
  renamed: string;
  pages: string[][];
  imported: number;
  added: number;
  itemStatus: Schemas["QueueItem"]["status"] | undefined;
  submitted: number;
  annotated: number[];
  reply: string | null;
  refusals: string[];
}

function present<T>(value: T | undefined, error: unknown): T {
  if (value === undefined) throw new Error(`refused: ${JSON.stringify(error)}`);
  return value;
}

const queues = "/model-hub/annotation-queues/" as const;
const queuePath = "/model-hub/annotation-queues/{queue_id}/" as const;
const itemsPath = "/model-hub/annotation-queues/{queue_id}/items/" as const;

export interface Credentials {
  key: string;
  secret: string;
  /** Null without a gateway. */
  adminToken: string | null;
}

export async function tellStory(baseUrl: string, { key, secret, adminToken }: Credentials): Promise<Story> {
  const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });
  const pair = createClient<paths>({ baseUrl, headers: { "x-api-key": key, "x-secret-key": secret } });

  const made = await api.POST("/model-hub/annotations-labels/", {
    body: { name: "Helpfulness", type: "star", settings: { no_of_stars: 5 } },
  });
  const label = present(made.data, made.error).result;

  const names = ["First", "Second", "Third"];
  const created: Schemas["Queue"][] = [];
  for (const name of names) {
    const { data, error } = await pair.POST(queues, { body: { name, label_ids: [label.id], auto_assign: true } });
    created.push(present(data, error));
  }
  const [queue] = created;
  if (!queue) throw new Error("no queue was created");
  const params = { path: { queue_id: queue.id } };

  const changed = await api.PATCH(queuePath, { params, body: { instructions: "Judge the reply." } });
  const renamed = present(changed.data, changed.error).instructions ?? "";

  const pages: string[][] = [];
  for (let page = 1, next: string | null = ""; next !== null; page += 1) {
    const { data, error } = await api.GET(queues, { params: { query: { page, limit: 2, status: "draft" } } });
    const answer = present(data, error);
    pages.push(answer.results.map((row) => row.name));
    next = answer.next;
  }

  const upload = await api.POST("/model-hub/develops/create-dataset-from-local-file/", {
    body: { file: "question\nWhere is my parcel?\nWhen do you open?\n", new_dataset_name: "Questions" },
    bodySerializer: ({ file, new_dataset_name }) => {
      const form = new FormData();
      form.set("file", new File([file], "questions.csv"));
      if (new_dataset_name) form.set("new_dataset_name", new_dataset_name);
      return form;
    },
  });
  const dataset = present(upload.data, upload.error).result;
  const rows = await api.GET("/model-hub/develops/{dataset_id}/row-ids/", {
    params: { path: { dataset_id: dataset.dataset_id } },
  });
  const added = await api.POST("/model-hub/annotation-queues/{queue_id}/items/add-items/", {
    params,
    body: {
      items: present(rows.data, rows.error).results.map((source_id) => ({
        source_type: "dataset_row" as const,
        source_id,
      })),
    },
  });

  await api.POST("/model-hub/annotation-queues/{queue_id}/update-status/", { params, body: { status: "active" } });
  const next = await api.GET("/model-hub/annotation-queues/{queue_id}/items/next-item/", { params });
  const item = present(next.data, next.error).result.item;
  const submitted = await api.POST("/model-hub/annotation-queues/{queue_id}/items/{item_id}/annotations/submit/", {
    params: { path: { ...params.path, item_id: item?.id ?? "" } },
    body: { annotations: [{ label_id: label.id, value: { rating: 4 } }] },
  });
  const exported = await api.GET("/model-hub/annotation-queues/{queue_id}/export/", {
    params: { ...params, query: { export_format: "json" } },
  });
  const file = present(exported.data, exported.error);

  return {
    label,
    queue,
    renamed,
    pages,
    imported: dataset.rows_created,
    added: present(added.data, added.error).result.added,
    itemStatus: item?.status,
    submitted: present(submitted.data, submitted.error).result.submitted,
    annotated: typeof file === "string" ? [] : file.result.map(({ annotations }) => annotations.length),
    reply: adminToken === null ? null : await askGateway(baseUrl, adminToken),
    refusals: await refusals(api, item?.id ?? "", queue.id),
  };
}

async function askGateway(baseUrl: string, adminToken: string): Promise<string> {
  const admin = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${adminToken}` } });
  const { data, error } = await admin.POST("/-/keys", { body: { name: "client", rate_limit_rpm: 60 } });
  const gateway = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${present(data, error).key}` } });
  const body = { model: "sandbox/echo", messages: [{ role: "user", content: "Hello" }] };
  const whole = await gateway.POST("/v1/chat/completions", { body });
  const stream = await gateway.POST("/v1/chat/completions", { body: { ...body, stream: true }, parseAs: "text" });
  const unknown = await gateway.GET("/v1/models/{model}", { params: { path: { model: "acme/unknown" } } });
  const answer = present(whole.data, whole.error);
  const answers = [
    typeof answer === "string" ? answer : answer.object,
    present(stream.data, stream.error),
    unknown.error?.error.code,
  ];
  return answers.join("\n");
}

/** What operations refuse with: their codes are types, which the compiler holds these comparisons against. */
async function refusals(api: Api, itemId: string, queueId: string) {
  const wrong = await api.POST(queues, { body: { name: "  " } });
  const unknown = await api.GET(queuePath, { params: { path: { queue_id: "0d2f7a3c-5b61-4a5e-9f43-6c1d2b7e8a90" } } });
  const path = { queue_id: queueId, item_id: itemId };
  const undone = await api.POST("/model-hub/annotation-queues/{queue_id}/items/{item_id}/complete/", {
    params: { path: { ...path, item_id: queueId } },
    body: {},
  });
  const code = undone.error?.code;
  const isMissingLabel = code === "required_labels_missing";
  // @ts-expect-error No item is completed with a draft's failure.
  const isDraft = code === "draft_outdated";
  return [wrong.error?.attr, wrong.error?.code, unknown.error?.code, code, isMissingLabel || isDraft].map(String);
}

/** Never called: what the compiler has to refuse. */
export async function mistakes(api: Api): Promise<void> {
  // @ts-expect-error There is no such path.
  await api.GET("/model-hub/no-such-path/");
  // @ts-expect-error A queue needs a name.
  await api.POST(queues, { body: { auto_assign: true } });
  // @ts-expect-error A page is a number.
  await api.GET(queues, { params: { query: { page: "first" } } });
  // @ts-expect-error A queue's items are asked for by the queue's id.
  await api.GET(itemsPath, {});
  const { data } = await api.GET(queues);
  // @ts-expect-error A queue has no such member.
  data?.results[0]?.noSuchMember;
}
