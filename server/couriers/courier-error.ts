import { singleLine } from '../../shared/contract/text-fields.ts';

/**
 * An error of a courier. `rejected` and `unauthorised`: the courier refused, and nothing was booked or changed.
 * `unsent`: no request was sent, because earlier ones failed. `unanswered`: no reply or an unreadable one, so it may
 * have been carried out.
 */
type CourierErrorKind = 'rejected' | 'unauthorised' | 'unsent' | 'unanswered';

/** The error of every call of a courier. Its message has neither secrets nor personal data. */
export class CourierError extends Error {
  readonly kind: CourierErrorKind;
  /** What the courier said, for the admin only: it may repeat the address, so it is not logged. */
  readonly #reason: string;

  constructor(
    kind: CourierErrorKind,
    what: string,
    { reason = '', cause }: { reason?: string; cause?: unknown } = {},
  ) {
    super(`Courier: ${what}`, cause === undefined ? undefined : { cause });
    this.name = 'CourierError';
    this.kind = kind;
    this.#reason = reason;
  }

  get reason(): string {
    return this.#reason;
  }
}

/** A text of a courier as the shop stores it: one line without control characters, of at most 100 characters. */
export const plainText = (text: string, max = 100): string => singleLine(text).slice(0, max);

/** What an admin reads about an error of a courier. */
export function explain(error: CourierError, name: string): string {
  const { kind } = error;
  const reason = plainText(error.reason, 300);
  switch (kind) {
    case 'rejected':
      return reason ? `${name} refused: ${reason}` : `${name} refused the request.`;
    case 'unauthorised':
      return `${name} does not accept the login of the shop. Check it in Settings > Couriers.`;
    case 'unsent':
      return `${name} can’t be asked at the moment. Please try again in a minute.`;
    case 'unanswered':
      return `${name} did not answer. Please try again in a minute.`;
  }
}
