export function publishedText(page: string, text: string, pages: readonly string[]): string;
export function headOf(text: string): { title: string; description: string };
export function llmsText(texts: ReadonlyMap<string, string>): string;
export function makeDocs(target?: string): void;
