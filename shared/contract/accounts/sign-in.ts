import { z } from 'zod';
import { compactText } from '../../text/plain-text.ts';
import { device, givenPassword, messageReply, orEmpty, token } from './accounts.ts';
import { emailField, mobileField } from './contact-fields.ts';
import { passkey, passkeyAssertion } from './second-factor.ts';

/** Body of `POST /auth/sign-in-code`. */
export const signInCodeRequest = z
  .object({ email: orEmpty(emailField), mobile: orEmpty(mobileField), device })
  .refine(({ email, mobile }) => email ?? mobile, {
    message: 'Email or mobile is required',
    path: ['email'],
  });
export type SignInCodeRequest = z.infer<typeof signInCodeRequest>;

/** Body of `POST /auth/mobile/code` and `POST /auth/passkeys/options`. */
export const currentPasswordRequest = z.object({ currentPassword: givenPassword });

/** A code that was requested; `request` is needed to use it. */
export const codeRequested = messageReply.extend({ request: z.string() });

/** Body of `POST /auth/login/code` and `POST /auth/mobile/confirm`. */
export const codeRequest = z.object({
  request: token,
  code: z
    .string('Enter the code')
    .overwrite(compactText)
    .regex(/^\d{8}$/, 'Enter the 8 digits of the code'),
  device,
});
export type CodeRequest = z.infer<typeof codeRequest>;

/** Body of `POST /order/mobile-code`: a shop that can't send texts mails the code to `email`. */
export const orderCodeRequest = z.object({ mobile: mobileField, email: orEmpty(emailField) });
export type OrderCodeRequest = z.infer<typeof orderCodeRequest>;
export const orderCodeRequested = z.object({ request: z.string(), sentTo: z.enum(['mobile', 'email']) });
/** Body of `POST /order/mobile-code/confirm`, with the code that was sent. */
export const orderCode = codeRequest.omit({ device: true });
export type OrderCode = z.infer<typeof orderCode>;

/** Body of `POST /auth/login/passkey`. */
export const passkeySignIn = z.object({ passkey: passkeyAssertion, device });
export type PasskeySignIn = z.infer<typeof passkeySignIn>;

/** Reply of `GET /auth/sign-in-methods`. */
export const signInMethods = z.object({
  /** Whether a code can be sent to the mobile number; `unavailable`: the shop sends no texts. */
  mobileCode: z.enum(['on', 'off', 'unavailable']),
  passkeys: z.array(passkey),
});
