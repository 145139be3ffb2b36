const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** Whether a status leads to another address. 304, for example, does not. */
export const isRedirect = (status: number): boolean => REDIRECTS.includes(status);
