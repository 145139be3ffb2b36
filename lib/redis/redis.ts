// The port to Redis. @upstash/redis, and @upstash/ratelimit on top of it, run over a requester, of which there are three
// makers: in the process (`lib/embedded/redis`), over TCP (`tcp.ts`) and over Upstash's REST protocol (`rest.ts`).
import { Redis, type Requester } from "@upstash/redis";
import { redisOutage } from "@/lib/observe/outages";
import { joinTick } from "./join-tick";
import { inNamespace, type Namespace } from "./namespace";
import { plainScripts } from "./plain-scripts";
import { plainHashes } from "./scripts/fixed-window";
import { watched } from "./watched";

/** The constructor that takes a requester drops every option: they are set here. */
class TextRedis extends Redis {
  constructor(requester: Requester) {
    super(requester);
    this.opts = { automaticDeserialization: false };
  }
}

/**
 * A client whose commands of one tick travel together, whose scripts run on every Redis, and to which text is text, also where it
 * looks like JSON. `namespace`: what the names of its keys begin with.
 */
export const redisOver = (requester: Requester, namespace: Namespace = ""): Redis =>
  new TextRedis(inNamespace(plainScripts(joinTick(watched(requester, redisOutage)), plainHashes), namespace));
