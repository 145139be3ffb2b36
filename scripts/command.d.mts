export function makeCommand(path?: string): Promise<string>;
