/** Makes one file of a program and all that it imports of this project; where it is. */
export function compile(entry: string, name: string): Promise<string>;
/** The same JavaScript without characters beyond ASCII. */
export function inAscii(code: string): string;
