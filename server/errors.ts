/** The named errors of the shop. http/errors.ts turns them into replies; the message is for people. */
export class ShopError extends Error {
  readonly status: number;
  readonly code: string;
  /** Field errors, by the field's name. */
  readonly errors: Record<string, string> | undefined;
  /** Further fields of the reply, such as fresh cart lines. */
  readonly extra: Record<string, unknown>;
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { errors?: Record<string, string>; extra?: Record<string, unknown>; retryAfter?: number } = {},
  ) {
    super(message);
    this.name = 'ShopError';
    this.status = status;
    this.code = code;
    this.errors = more.errors;
    this.extra = more.extra ?? {};
    this.retryAfter = more.retryAfter;
  }
}

/** 400: what was sent can't be taken. With field errors the message is the first of them. */
export const badRequest = (message: string, errors?: Record<string, string>) =>
  new ShopError(400, 'validation_failed', message, { errors });

/** 400 for exactly one field. */
export const badField = (field: string, message: string) => badRequest(message, { [field]: message });

export const unauthorized = (message = 'Please sign in.') => new ShopError(401, 'unauthorized', message);
export const forbidden = (message = 'You may not do this.') => new ShopError(403, 'forbidden', message);

/** 404: not there, or not yours: the caller can't tell which. */
export const notFound = (message = 'Not found.') => new ShopError(404, 'not_found', message);

export const conflict = (
  code: string,
  message: string,
  more: { errors?: Record<string, string>; extra?: Record<string, unknown> } = {},
) => new ShopError(409, code, message, more);

export const tooLarge = (message: string) => new ShopError(413, 'too_large', message);
export const wrongType = (message: string) => new ShopError(415, 'wrong_type', message);
export const badGateway = (message: string) => new ShopError(502, 'provider_error', message);
export const unavailable = (message: string, retryAfter = 5) =>
  new ShopError(503, 'unavailable', message, { retryAfter });
