import { useEffect, useState } from 'react';
import { ApiError, call } from '../../../api.ts';
import { askForPasskey } from '../../../passkeys.ts';
import { signInOrigin } from '../../../sign-in-origin.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/notice.tsx';
import { saveSession } from '../session.ts';

/** Logs in with a passkey of this device; absent in browsers that have none. */
export function PasskeyLogin() {
  const [isSupported, setIsSupported] = useState(false);
  const [failure, setFailure] = useState('');
  useEffect(() => setIsSupported('PublicKeyCredential' in window), []);
  if (!isSupported) return null;

  async function logIn() {
    setFailure('');
    try {
      const passkey = await askForPasskey(await call('POST /auth/login/passkey/options'));
      const { device } = signInOrigin();
      saveSession(await call('POST /auth/login/passkey', { body: { passkey, device } }));
    } catch (error) {
      // The browser's own dialog was closed, or found no passkey.
      setFailure(error instanceof ApiError ? error.message : 'No passkey was used.');
    }
  }

  return (
    <>
      <Button variant="secondary" size="lg" action={logIn} className="w-full">
        Log in with a passkey
      </Button>
      <FormError>{failure}</FormError>
    </>
  );
}
