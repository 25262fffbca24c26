/** The contact form with its subject filled in. */
export const contactPath = (subject: string) => `/contact?${new URLSearchParams({ subject })}`;
