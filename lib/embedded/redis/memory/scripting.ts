import { sha1 } from "../byte-string";
import { ok, RedisError, type Reply } from "../engine";
import { withoutShebang } from "../script-source";
import { atLeast, type Command, type CommandTable, syntaxError, write, wrongArity } from "./command";
import { LuaRuntime, type Script } from "./lua-runtime";
import { integer } from "./numbers";

type Execute = (command: readonly string[], mayWrite: boolean) => Reply;

const noScript = () => new RedisError("NOSCRIPT No matching script. Please use EVAL.");

/** The scripting commands; what scripts call goes to `execute`. */
export function scripting(execute: Execute): CommandTable {
  const runtime = new LuaRuntime();
  const scripts = new Map<string, Script>();

  const compiled = (source: string): { hash: string; script: Script } => {
    const hash = sha1(source);
    const script = scripts.get(hash) ?? runtime.compile(withoutShebang(source));
    scripts.set(hash, script);
    return { hash, script };
  };

  const cached = (hash: string): Script => {
    const script = scripts.get(hash.toLowerCase());
    if (script === undefined) throw noScript();
    return script;
  };

  const evaluate = (find: (named: string) => Script, mayWrite: boolean): Command =>
    write(atLeast(2), (_keyspace, named, keyCount, ...rest) => {
      const keys = integer(keyCount);
      if (keys < 0) throw new RedisError("ERR Number of keys can't be negative");
      if (keys > rest.length) throw new RedisError("ERR Number of keys can't be greater than number of args");
      return runtime.run(find(named), rest.slice(0, keys), rest.slice(keys), (command) => execute(command, mayWrite));
    });

  const manage = (action: string, args: readonly string[]): Reply => {
    switch (action.toUpperCase()) {
      case "LOAD": {
        const [source, ...excess] = args;
        if (source === undefined || excess.length > 0) throw wrongArity("script|load");
        return compiled(source).hash;
      }
      case "EXISTS":
        if (args.length === 0) throw wrongArity("script|exists");
        return args.map((hash) => (scripts.has(hash.toLowerCase()) ? 1 : 0));
      case "FLUSH":
        if (args.length > 1 || (args[0] && !["ASYNC", "SYNC"].includes(args[0].toUpperCase()))) throw syntaxError();
        for (const script of scripts.values()) runtime.forget(script);
        scripts.clear();
        return ok;
      default:
        throw new RedisError(`ERR unknown subcommand '${action}'. Try SCRIPT HELP.`);
    }
  };

  return {
    eval: evaluate((source) => compiled(source).script, true),
    eval_ro: evaluate((source) => compiled(source).script, false),
    evalsha: evaluate(cached, true),
    evalsha_ro: evaluate(cached, false),
    script: write(atLeast(1), (_keyspace, action, ...args) => manage(action, args)),
  };
}
