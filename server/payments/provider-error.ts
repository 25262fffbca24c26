/**
 * What can go wrong with the payment provider.
 * - `rejected`: it understood and said no; nothing changed there.
 * - `unauthorised`: it does not know our keys.
 * - `unreachable`: no answer, too late, too busy or broken; the request may or may not have been carried out.
 * - `nonsense`: an answer that can't be read or does not fit the question; same uncertainty.
 */
export type ProviderErrorKind = 'rejected' | 'unreachable' | 'nonsense' | 'unauthorised';

/** Raised by every call of the provider's client. Carries nothing secret. */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind;
  readonly httpStatus: number | undefined;
  /** The provider's machine-readable reason, or `circuit_open` when it was not even asked. */
  readonly reason: string | undefined;
  /** The provider's words, for logs and people; they change, so nothing may depend on them. */
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
