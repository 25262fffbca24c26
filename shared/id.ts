const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of an id. Anything else is treated as not found. */
export const isId = (text: string): boolean => uuidPattern.test(text);
