import { z } from 'zod';
import { passwordLimits } from '../../password-rules.ts';
import { orderStatus } from '../orders/orders.ts';
import { requiredLine } from '../text-fields.ts';
import { altMobileField, emailField, mobileField, shippingDetails, storedAddress } from './contact-fields.ts';

export const nameField = requiredLine('Name', 100);

const newPassword = z
  .string('Password is required')
  .min(1, 'Password is required')
  .min(passwordLimits.shopper, `Password must be at least ${passwordLimits.shopper} characters`)
  .max(passwordLimits.max, `Password must be at most ${passwordLimits.max} characters`);

/** A password as typed at sign-in. */
export const givenPassword = z
  .string('Password is required')
  .min(1, 'Password is required')
  .max(passwordLimits.max, `Password must be at most ${passwordLimits.max} characters`);

/** An optional field that may be empty. */
export const orEmpty = <Field extends z.ZodType<string, string>>(field: Field) =>
  z
    .string()
    .transform((text) => (text.trim() === '' ? undefined : text))
    .pipe(field.optional())
    .optional();

/** A one-time token or another random value. */
export const token = z.string().min(1).max(200);

/** An account as its owner sees it. `email` and `mobile` are empty if not set. */
export const user = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
  altMobile: z.string(),
  isAdmin: z.boolean(),
  /** Whether the e-mail has been confirmed by a link. */
  emailVerified: z.boolean(),
  /** A new e-mail that is not confirmed yet; otherwise empty. */
  pendingEmail: z.string(),
  /** Whether the password was generated for the first start. Until it is changed, the session can do nothing else. */
  isProvisional: z.boolean(),
  /** Whether they may have prices of their own (`GET /account/prices`). */
  hasPriceLists: z.boolean(),
});
export type User = z.infer<typeof user>;

/** Reply of sign-in, registration and a change of the profile (spec §7 Auth). */
export const authReply = z.object({ success: z.literal(true), message: z.string(), token: z.string(), user });
export type AuthReply = z.infer<typeof authReply>;

/** A reply with only a message. */
export const messageReply = z.object({ success: z.literal(true), message: z.string() });

const portalField = z.enum(['user', 'admin'], 'Must be user or admin');

/**
 * Reply of `PUT /auth/reset-password/:token`: the portal of the account, and whether mobile numbers and addresses were
 * removed that were entered before the email address was confirmed.
 */
export const resetReply = messageReply.extend({ portal: portalField, hasRemovedDetails: z.boolean() });

/** A random token by which the shop recognises a browser at later sign-ins. */
export const device = z
  .string()
  .regex(/^[\w-]{20,100}$/, 'Must be 20 to 100 letters and digits')
  .optional();

/**
 * Body of `POST /auth/login`. Without `portal` the account decides which session it gets. `link` is the token of a
 * sign-in link.
 */
export const loginRequest = z
  .object({
    email: orEmpty(emailField),
    mobile: orEmpty(mobileField),
    password: givenPassword,
    portal: portalField.optional(),
    device,
    link: token.optional(),
  })
  .refine(({ email, mobile }) => email ?? mobile, {
    message: 'Email or mobile is required',
    path: ['email'],
  });
export type LoginRequest = z.infer<typeof loginRequest>;

/** Body of `POST /auth/sign-in-link`. */
export const signInLinkRequest = z
  .object({ email: orEmpty(emailField), mobile: orEmpty(mobileField), portal: portalField.default('user') })
  .refine(({ email, mobile }) => email ?? mobile, {
    message: 'Email or mobile is required',
    path: ['email'],
  });
export type SignInLinkRequest = z.infer<typeof signInLinkRequest>;

export const registerRequest = z
  .object({
    name: nameField,
    email: orEmpty(emailField),
    mobile: orEmpty(mobileField),
    password: newPassword,
    device,
  })
  .refine(({ email, mobile }) => email ?? mobile, {
    message: 'Email or mobile is required',
    path: ['email'],
  });
export type RegisterRequest = z.infer<typeof registerRequest>;

/** `GET /auth/check-guest`: a mailbox is proved by `token`, a purchase by `order` and the order's key. */
export const checkGuestQuery = z.object({
  email: emailField,
  token: token.optional(),
  order: z.string().max(200).optional(),
  key: z.string().max(200).optional(),
});
export type CheckGuestQuery = z.infer<typeof checkGuestQuery>;
export const checkGuestReply = z.object({ user: z.object({ name: z.string(), mobile: z.string() }) });

/** Body of `POST /auth/activate-account`, with the same proofs (contract §4). */
export const activateRequest = z.object({
  email: z.string('Missing email in activation link.').pipe(emailField),
  name: nameField,
  phone: mobileField,
  password: newPassword,
  token: token.optional(),
  order_id: z.string().max(200).optional(),
  order_key: z.string().max(200).optional(),
});
export type ActivateRequest = z.infer<typeof activateRequest>;

/** Body of `PUT /auth/profile`: omitted fields stay unchanged. A new e-mail or password needs `currentPassword`. */
export const profileRequest = z.object({
  name: nameField.optional(),
  email: orEmpty(emailField),
  mobile: z.union([z.literal(''), mobileField], 'Enter a valid Indian mobile number').optional(),
  altMobile: altMobileField.optional(),
  password: orEmpty(newPassword),
  currentPassword: z.string().max(passwordLimits.max).optional(),
});
export type ProfileRequest = z.infer<typeof profileRequest>;

export const forgotRequest = z.object({ email: emailField });
export const resetRequest = z.object({ password: newPassword });
export const confirmEmailRequest = z.object({ token });
export const deleteAccountRequest = z.object({ currentPassword: givenPassword });

/** A delivery address that is saved for later orders. */
export const addressRequest = shippingDetails.extend({ isDefault: z.boolean().optional() });
export type AddressRequest = z.infer<typeof addressRequest>;
export const savedAddress = storedAddress.extend({ _id: z.string(), isDefault: z.boolean() });
export type SavedAddress = z.infer<typeof savedAddress>;

/** A valid session of the account. */
export const session = z.object({
  _id: z.string(),
  /** The User-Agent header at sign-in. */
  device: z.string(),
  /** Browser and system, such as `Chrome on Windows`. */
  deviceName: z.string(),
  /** The block of network addresses that it was last used from, such as `203.0.113.0/24`. */
  addressBlock: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  expiresAt: z.string(),
  isThis: z.boolean(),
});
export type AccountSession = z.infer<typeof session>;

/** All personal data of an account. Money in rupees. */
export const personalData = z.object({
  /** Rows of further tables, such as contact queries and mails, by table. */
  records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  user: user.extend({ createdAt: z.string() }),
  addresses: z.array(savedAddress),
  sessions: z.array(
    session
      .pick({ createdAt: true, lastUsedAt: true, expiresAt: true, addressBlock: true })
      .extend({ userAgent: z.string() }),
  ),
  orders: z.array(
    z.object({
      _id: z.string(),
      createdAt: z.string(),
      status: orderStatus,
      amount: z.number(),
      name: z.string(),
      email: z.string(),
      mobile: z.string(),
      altMobile: z.string(),
      shippingAddress: storedAddress.nullable(),
      /** Network address. */
      placedFrom: z.string(),
      buyerNote: z.string(),
      giftMessage: z.string(),
      businessName: z.string(),
      gstin: z.string(),
      isSez: z.boolean(),
      /** The version of the text about WhatsApp to which the buyer agreed, and when. */
      whatsappConsent: z.string().nullable(),
      whatsappConsentAt: z.string().nullable(),
      items: z.array(
        z.object({ name: z.string(), variant: z.string(), quantity: z.number(), price: z.number() }),
      ),
    }),
  ),
});
export type PersonalData = z.infer<typeof personalData>;
