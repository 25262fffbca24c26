import { type ErrorCode, errorCodes } from '../shared/contract/wire.ts';

/** An error with a code of the API. http/errors.ts turns it into a reply; shoppers and admins read the message. */
export class ShopError extends Error {
  readonly code: ErrorCode;
  /** Field errors, by the field's name. */
  readonly errors: Record<string, string> | undefined;
  /** Further fields of the reply, such as fresh cart lines. */
  readonly extra: Record<string, unknown>;
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: { errors?: Record<string, string>; extra?: Record<string, unknown>; retryAfter?: number } = {},
  ) {
    super(message);
    this.name = 'ShopError';
    this.code = code;
    this.errors = more.errors;
    this.extra = more.extra ?? {};
    this.retryAfter = more.retryAfter;
  }

  get status(): number {
    return errorCodes[this.code];
  }
}

/** 400 with optional field errors. */
export const badRequest = (message: string, errors?: Record<string, string>) =>
  new ShopError('validation_failed', message, { errors });

/** 400 for one field. */
export const badField = (field: string, message: string) => badRequest(message, { [field]: message });

export const unauthorized = (message = 'Please sign in.') => new ShopError('unauthorized', message);
export const forbidden = (message = 'You may not do this.') => new ShopError('forbidden', message);

/** 403 until the generated first password has been replaced. */
export const passwordChangeRequired = () =>
  new ShopError('password_change_required', 'Choose a new password first.');

/** 403 unless the admin has proved recently who they are. */
export const stepUpRequired = () => new ShopError('step_up_required', 'Confirm that it is you.');

/** 429 after too many tries. */
export const tooManyTries = (
  message = 'Too many tries. Please wait a minute and try again.',
  retryAfter = 60,
) => new ShopError('rate_limited', message, { retryAfter });

/** 404: the object does not exist or belongs to someone else; the caller can't tell which. */
export const notFound = (message = 'Not found.') => new ShopError('not_found', message);

type ConflictCode = { [Code in ErrorCode]: (typeof errorCodes)[Code] extends 409 ? Code : never }[ErrorCode];

export const conflict = (
  code: ConflictCode,
  message: string,
  more: { errors?: Record<string, string>; extra?: Record<string, unknown> } = {},
) => new ShopError(code, message, more);

export const tooLarge = (message: string) => new ShopError('too_large', message);
export const wrongType = (message: string) => new ShopError('wrong_type', message);
export const badGateway = (message: string) => new ShopError('provider_error', message);
export const unavailable = (message: string, retryAfter = 5) =>
  new ShopError('unavailable', message, { retryAfter });
