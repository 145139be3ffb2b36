/** Whether a host, without its port, is this machine and no other. An IPv6 address may be in brackets. */
export const isLoopback = (host: string): boolean => /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
