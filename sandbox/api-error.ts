/** A refusal of the sandbox, in the provider's words and shape (razorpay §1.1). */
export class ApiError extends Error {
  readonly status: number;
  readonly body: { error: Record<string, unknown> };

  constructor(status: number, description: string, fields: Record<string, unknown> = {}) {
    super(description);
    this.name = 'ApiError';
    this.status = status;
    this.body = {
      error: {
        code: 'BAD_REQUEST_ERROR',
        description,
        source: 'NA',
        step: 'NA',
        reason: 'NA',
        metadata: {},
        ...fields,
      },
    };
  }
}

/** 400: no field in particular is at fault. */
export const refused = (description: string, fields?: Record<string, unknown>) =>
  new ApiError(400, description, fields);

/** 400: this field is wrong. */
export const wrongField = (field: string, description: string, reason = 'input_validation_failed') =>
  new ApiError(400, description, { source: 'business', step: 'payment_initiation', reason, field });

export const unknownId = () => refused('The id provided does not exist');
export const malformedId = (id: string) => refused(`${id} is not a valid id`);
export const unknownUrl = () => new ApiError(404, 'The requested URL was not found on the server.');
export const notAuthenticated = () => new ApiError(401, 'Authentication failed');

/** Reads the fields of a body; the provider refuses those it does not know. */
export function bodyFields(body: unknown, known: string[]): Record<string, unknown> {
  const fields = (body ?? {}) as Record<string, unknown>;
  if (typeof fields !== 'object' || Array.isArray(fields))
    throw refused('The request body is not an object.');
  const extra = Object.keys(fields).filter((name) => !known.includes(name));
  if (extra.length > 0) {
    const named = extra.join(', ');
    throw wrongField(named, `${named} is/are not required and should not be sent`, 'extra_field_sent');
  }
  return fields;
}

/** An amount in paise as the provider takes it. */
export function amountField(value: unknown): number {
  if (value === undefined || value === null) throw wrongField('amount', 'The amount field is required.');
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
    throw wrongField('amount', 'The amount must be an integer.');
  }
  if (value < 100) throw wrongField('amount', 'The amount must be at least INR 1.00');
  return value;
}

export function receiptField(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') throw wrongField('receipt', 'The receipt must be a string.');
  if (value.length > 40) throw wrongField('receipt', 'The receipt may not be greater than 40 characters.');
  return value;
}

export function notesField(value: unknown): Record<string, string> {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return {};
  if (typeof value !== 'object' || Array.isArray(value))
    throw wrongField('notes', 'The notes must be an array.');
  const pairs = Object.entries(value);
  if (pairs.length > 15) {
    throw wrongField('notes', 'Number of fields in notes should be less than or equal to 15');
  }
  for (const [name, text] of pairs) {
    if (String(text).length > 256) {
      throw wrongField('notes', `The notes.${name} may not be greater than 256 characters.`);
    }
  }
  return Object.fromEntries(pairs.map(([name, text]) => [name, String(text)]));
}
