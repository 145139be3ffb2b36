/** The domain of an email, in lower case. */
export const mailDomain = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase();
