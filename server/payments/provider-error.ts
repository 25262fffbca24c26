/**
 * The kinds of errors of the payment provider. - `rejected`: it refused the request; nothing changed. -
 * `unauthorised`: the keys are not valid. - `unreachable`: no reply, a timeout, or a server error; the request may
 * have been carried out. - `nonsense`: an invalid reply; the request may have been carried out.
 */
export type ProviderErrorKind = 'rejected' | 'unreachable' | 'nonsense' | 'unauthorised';

/** The error of every call of the provider's client. Contains no secrets. */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind;
  readonly httpStatus: number | undefined;
  /** The provider's machine-readable reason, or `circuit_open` if no request was sent. */
  readonly reason: string | undefined;
  /** The provider's message, for logs and screens; code must not depend on it. */
  readonly description: string | undefined;

  constructor(
    kind: ProviderErrorKind,
    what: string,
    more: { httpStatus?: number; reason?: string; description?: string; cause?: unknown } = {},
  ) {
    super(`Payment provider: ${what}`, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'ProviderError';
    this.kind = kind;
    this.httpStatus = more.httpStatus;
    this.reason = more.reason;
    this.description = more.description;
  }
}
