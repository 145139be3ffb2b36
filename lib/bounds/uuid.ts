const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether PostgreSQL reads the text as a UUID, in the usual spelling. */
export const isUuid = (text: string): boolean => UUID.test(text);
