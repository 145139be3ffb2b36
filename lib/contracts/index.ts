// Every contract, in documentation order.
import * as invitations from "./accounts/invitations";
import * as keys from "./accounts/keys";
import * as organizations from "./accounts/organizations";
import * as people from "./accounts/people";
import * as exports from "./annotation/exports";
import * as items from "./annotation/items";
import * as labels from "./annotation/labels";
import * as queues from "./annotation/queues";
import type { Contract } from "./contract";
import * as datasets from "./datasets/datasets";
import * as table from "./datasets/table";
import * as chat from "./gateway/chat";
import * as gatewayKeys from "./gateway/keys";
import * as models from "./gateway/models";
import * as platform from "./platform";

const isContract = (value: unknown): value is Contract =>
  typeof value === "object" && value !== null && "path" in value && "method" in value;

const modules = [
  platform,
  people,
  organizations,
  invitations,
  keys,
  datasets,
  table,
  labels,
  queues,
  items,
  exports,
  chat,
  models,
  gatewayKeys,
];

export const contracts: readonly Contract[] = modules.flatMap((module) =>
  Object.values<unknown>(module).filter(isContract),
);
