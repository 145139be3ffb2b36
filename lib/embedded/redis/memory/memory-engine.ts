// The in-memory engine. JavaScript runs one command, script or transaction at a time, and that is all its concurrency control.
import { type Engine, RedisError, type Reply } from "../engine";
import { type Command, wrongArity } from "./command";
import { expiry } from "./expiry";
import { hashes } from "./hashes";
import { keys } from "./keys";
import { Keyspace } from "./keyspace";
import { lists } from "./lists";
import { scripting } from "./scripting";
import { sets } from "./sets";
import { sortedSets } from "./sorted-sets";
import { streamGroups } from "./stream-groups";
import { streams } from "./streams";
import { strings } from "./strings";

const dataCommands: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    ...strings,
    ...keys,
    ...expiry,
    ...hashes,
    ...sets,
    ...sortedSets,
    ...lists,
    ...streams,
    ...streamGroups,
  }),
);

type Commands = ReadonlyMap<string, Command>;

/** The command's entry in the table, after a check of how many arguments it got. */
function find(commands: Commands, [name = "", ...args]: readonly string[]): Command | RedisError {
  const command = commands.get(name.toLowerCase());
  if (!command) {
    const beginning = args.slice(0, 3).map((text) => `'${text.slice(0, 128)}'`);
    return new RedisError(
      `ERR unknown command '${name.slice(0, 128)}', with args beginning with: ${beginning.join(" ")}`,
    );
  }
  return args.length < command.least || args.length > command.most ? wrongArity(name.toLowerCase()) : command;
}

function perform(keyspace: Keyspace, command: Command | RedisError, args: readonly string[]): Reply {
  if (command instanceof RedisError) return command;
  try {
    return command.run(keyspace, ...args);
  } catch (error) {
    if (error instanceof RedisError) return error;
    throw error;
  }
}

export function createMemoryEngine(clock: () => number = Date.now): Engine {
  const keyspace = new Keyspace();
  const scriptCommands = new Map(Object.entries(scripting(runFromScript)));
  const allCommands: Commands = new Map([...dataCommands, ...scriptCommands]);

  function runFromScript(command: readonly string[], mayWrite: boolean): Reply {
    const [name = "", ...args] = command;
    if (scriptCommands.has(name.toLowerCase()))
      return new RedisError("ERR This Redis command is not allowed from script");
    const found = find(dataCommands, command);
    if (!mayWrite && !(found instanceof RedisError) && found.writes) {
      return new RedisError("ERR Write commands are not allowed from read-only scripts.");
    }
    return perform(keyspace, found, args);
  }

  return {
    async run(command) {
      keyspace.now = clock();
      return perform(keyspace, find(allCommands, command), command.slice(1));
    },
    async transaction(commands) {
      keyspace.now = clock();
      const found = commands.map((command) => ({ entry: find(allCommands, command), args: command.slice(1) }));
      const refused = found.find(({ entry }) => entry instanceof RedisError)?.entry;
      if (refused instanceof RedisError) {
        return new RedisError(`EXECABORT Transaction discarded because of: ${refused.message}`);
      }
      return found.map(({ entry, args }) => perform(keyspace, entry, args));
    },
    async close() {
      keyspace.close();
    },
  };
}
