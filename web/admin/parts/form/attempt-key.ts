import { useRef } from 'react';

/** An idempotency key: the same one while the same body is sent again, so that it has one effect. */
export function useAttemptKey() {
  const attempt = useRef({ body: '', key: '' });
  return (body: object) => {
    const text = JSON.stringify(body);
    if (attempt.current.body !== text) attempt.current = { body: text, key: randomKey() };
    return attempt.current.key;
  };
}

/** crypto.randomUUID exists only on https and localhost. */
const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
