/** Reads from localStorage; null if the key is missing or the browser denies access. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes to localStorage, or removes the key for null. Does nothing if the browser denies access or storage is full. */
export function writeStored(key: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The value then lasts until the page is left.
  }
}
