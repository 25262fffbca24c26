/** An error reply of the sandbox, with the description and shape of the provider's (razorpay §1.1). */
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

/** 400, not because of a single field. */
export const refused = (description: string, fields?: Record<string, unknown>) =>
  new ApiError(400, description, fields);

/** 400 because of this field. */
export const wrongField = (field: string, description: string, reason = 'input_validation_failed') =>
  new ApiError(400, description, { source: 'business', step: 'payment_initiation', reason, field });

export const unknownId = () => refused('The id provided does not exist');
export const malformedId = (id: string) => refused(`${id} is not a valid id`);
