import { writeStored } from '../browser-storage.ts';

/** The key of the message that the next page shows. */
export const nextToastKey = 'toast';

/** Opens another page, which shows the message. */
export function leaveWithToast(path: string, message: string) {
  writeStored(nextToastKey, message);
  window.location.assign(path);
}
