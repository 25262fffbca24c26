/**
 * The kinds of errors of the payment provider: it refused the request (`rejected`) or the keys (`unauthorised`), and
 * nothing changed; or there was no reply or a server error (`unreachable`), or an invalid reply (`nonsense`), and the
 * request may have been carried out.
 */
export type ProviderErrorKind = 'rejected' | 'unreachable' | 'nonsense' | 'unauthorised';

/** The error of every call of the provider's client. Contains no secrets. */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind;
  readonly httpStatus: number | undefined;
  /** The provider's machine-readable reason; `circuit_open` or `paused` if no request was sent. */
  readonly reason: string | undefined;
  /** The provider's message, for logs and screens; code must not depend on it. */
  readonly description: string | undefined;
  /** How long the provider asked to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: ProviderErrorKind,
    what: string,
    more: {
      httpStatus?: number;
      reason?: string;
      description?: string;
      retryAfterMs?: number | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(`Payment provider: ${what}`, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'ProviderError';
    this.kind = kind;
    this.httpStatus = more.httpStatus;
    this.reason = more.reason;
    this.description = more.description;
    this.retryAfterMs = more.retryAfterMs;
  }
}
