// The Redis that runs in the process. JavaScript runs one command, script or transaction at a time, and that is all its
// concurrency control.
import { type Command, type Engine, RedisError, type Reply } from "@/lib/redis/engine";
import { scripts } from "@/lib/redis/scripts";
import { type CommandEntry, type CommandTable, dataCommands, wrongArity } from "./commands";
import { Keyspace } from "./keyspace";

/** Runs the functions of the scripts that are known, and no Lua. */
const scriptCommands: CommandTable = {
  evalsha: {
    least: 2,
    most: Infinity,
    run(keyspace, hash = "", keyCount = "", ...rest) {
      const script = scripts.get(hash);
      if (!script)
        throw new RedisError(`ERR the embedded Redis runs no Lua and has no function for the script ${hash}`);
      const keys = Number(keyCount);
      return script.run(keyspace, rest.slice(0, keys), rest.slice(keys));
    },
  },
};

/** `scripting` runs scripts; tests pass one that runs their Lua. */
export function createMemoryEngine({ clock = Date.now, scripting = scriptCommands } = {}): Engine {
  const keyspace = new Keyspace(clock);
  const commands = new Map(Object.entries({ ...dataCommands, ...scripting }));

  const find = ([name = "", ...args]: Command): CommandEntry | RedisError => {
    const entry = commands.get(name.toLowerCase());
    if (!entry) return new RedisError(`ERR unknown command '${name.slice(0, 128)}'`);
    return args.length < entry.least || args.length > entry.most ? wrongArity(name.toLowerCase()) : entry;
  };
  const perform = (entry: CommandEntry | RedisError, [, ...args]: Command): Reply => {
    if (entry instanceof RedisError) return entry;
    try {
      return entry.run(keyspace, ...args);
    } catch (error) {
      if (error instanceof RedisError) return error;
      throw error;
    }
  };

  return {
    async run(all) {
      keyspace.now = clock();
      return all.map((command) => perform(find(command), command));
    },
    async transaction(all) {
      keyspace.now = clock();
      const entries = all.map(find);
      const refused = entries.find((entry) => entry instanceof RedisError);
      if (refused) return new RedisError(`EXECABORT Transaction discarded because of: ${refused.message}`);
      return all.map((command, index) => perform(entries[index] ?? wrongArity("exec"), command));
    },
    async close() {
      keyspace.close();
    },
  };
}
