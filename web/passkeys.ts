import type { z } from 'zod';
import type { assertionOptions, attestationOptions } from '../shared/contract/accounts/second-factor.ts';

/** Lets the browser create a passkey, and returns it as a call expects it. Throws if none was created. */
export async function createPasskey(optionsJSON: z.infer<typeof attestationOptions>) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { id, rawId, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return {
    id,
    rawId,
    type: 'public-key' as const,
    response: { clientDataJSON, attestationObject, transports },
  };
}

/** Asks the browser for a passkey, and returns its reply as a call expects it. Throws if none was used. */
export async function askForPasskey(optionsJSON: z.infer<typeof assertionOptions>) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { id, rawId, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature } = response;
  return {
    id,
    rawId,
    type: 'public-key' as const,
    response: { clientDataJSON, authenticatorData, signature },
  };
}
