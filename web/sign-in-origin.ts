import { readStored, writeStored } from './browser-storage.ts';

const key = 'device';

/**
 * What identifies this browser at sign-in: a random token that it keeps, and the token of the mailed sign-in link if
 * that link has opened the page.
 */
export function signInOrigin(): { device: string; link?: string } {
  const link = new URLSearchParams(location.hash.slice(1)).get('token');
  return { device: deviceToken(), ...(link && { link }) };
}

function deviceToken(): string {
  const stored = readStored(key);
  if (stored && /^[\da-f]{64}$/.test(stored)) return stored;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const token = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  writeStored(key, token);
  return token;
}
