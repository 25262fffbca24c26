import { z } from 'zod';
import { compactText, plainText } from '../../text/plain-text.ts';
import { authReply, givenPassword } from './accounts.ts';

const base64 = z.string().max(20_000);
const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/** What a passkey replies to a challenge, as the browser encodes it (WebAuthn Level 3). */
export const passkeyAssertion = z.object({
  id: base64,
  rawId: base64,
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: base64, authenticatorData: base64, signature: base64 }),
});

export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

/** What a new passkey replies. */
const passkeyAttestation = z.object({
  id: base64,
  rawId: base64,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64,
    attestationObject: base64,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});

/** A code of an authenticator app; spaces are dropped. */
const totpCode = z
  .string('Enter the code')
  .overwrite(compactText)
  .regex(/^\d{6}$/, 'Enter the 6 digits of the app');

/** Proves that it is the admin: with a second factor, or with the password if they have none. */
export const proof = z.discriminatedUnion('method', [
  z.object({ method: z.literal('password'), password: givenPassword }),
  z.object({ method: z.literal('totp'), code: totpCode }),
  z.object({
    method: z.literal('recovery'),
    code: z.string('Enter the code').overwrite(plainText).min(1, 'Enter the code').max(40),
  }),
  z.object({ method: z.literal('passkey'), passkey: passkeyAssertion }),
]);
export type Proof = z.infer<typeof proof>;

/** The second factors that an account has. */
export const factors = z.object({ passkey: z.boolean(), totp: z.boolean() });
export type Factors = z.infer<typeof factors>;

/** The token is valid only for the second step of the sign-in, with one of these second factors. */
const pendingReply = authReply.omit({ user: true }).extend({ secondFactor: factors });
export type PendingReply = z.infer<typeof pendingReply>;

/** Reply of `POST /auth/login`. */
export const loginReply = z.union([authReply, pendingReply]);
export type LoginReply = z.infer<typeof loginReply>;

/** What the browser needs to ask for a passkey. */
export const assertionOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.enum(['required', 'preferred', 'discouraged']),
  allowCredentials: z.array(
    z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(transport) }),
  ),
});

/** What the browser needs to create a passkey. */
export const attestationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key') })),
  authenticatorSelection: z.object({
    residentKey: z.enum(['required', 'preferred', 'discouraged']),
    userVerification: z.enum(['required', 'preferred', 'discouraged']),
  }),
  attestation: z.literal('none'),
});

/** A passkey as its owner sees it. */
export const passkey = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
export type Passkey = z.infer<typeof passkey>;

/** Reply of `GET /auth/admin/second-factor`: the second factors of the caller. */
export const secondFactor = z.object({
  /** Whether the settings require one. */
  required: z.boolean(),
  totp: z.boolean(),
  passkeys: z.array(passkey),
  recoveryCodesLeft: z.number(),
});
export type SecondFactor = z.infer<typeof secondFactor>;

/** Reply of `POST /auth/admin/totp`: the secret for the app, also as the address in a QR code. */
export const totpSetup = z.object({ secret: z.string(), uri: z.string() });
export const confirmTotpRequest = z.object({ code: totpCode });

/** Body of `POST /auth/admin/passkeys`. */
export const newPasskey = z.object({
  name: z.string('Name is required').trim().min(1, 'Name is required').max(60, 'Name is too long'),
  passkey: passkeyAttestation,
});
export type NewPasskey = z.infer<typeof newPasskey>;

/** New recovery codes, which no other reply contains; empty if the account has some already. */
export const recoveryCodes = z.object({ codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;
