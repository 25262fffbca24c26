const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text could be an id of ours at all; anything else is simply not found. */
export const isId = (text: string): boolean => uuidPattern.test(text);
