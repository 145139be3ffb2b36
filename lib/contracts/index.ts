// Every contract, in documentation order.
import * as exports from "./annotation/exports";
import * as items from "./annotation/items";
import * as labels from "./annotation/labels";
import * as queues from "./annotation/queues";
import type { Contract } from "./contract";
import * as platform from "./platform";

const isContract = (value: object): value is Contract => "path" in value && "method" in value;

export const contracts: readonly Contract[] = [platform, labels, queues, exports, items].flatMap((module) =>
  Object.values<object>(module).filter(isContract),
);
