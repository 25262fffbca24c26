import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorCode, ErrorReply } from '../../shared/contract/wire.ts';
import { ShopError, unavailable } from '../errors.ts';
import { isDiskFull } from '../runtime/disk.ts';

/** Replies to any error in the format of contract §1, without internal details. */
export function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, body, retryAfter } = explain(error);
  // The shop refuses these itself, such as on a full disk or under load: where in the code is of no interest.
  const isRefusal = error instanceof ShopError && !error.cause;
  if (status >= 500 && isRefusal) request.log.warn({ status, code: body.code }, 'request refused');
  else if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (retryAfter) reply.header('retry-after', String(retryAfter));
  // The handler may have set this header for a file.
  reply.removeHeader('content-disposition').type('application/json; charset=utf-8');
  return reply.status(status).header('cache-control', 'no-store').send(body);
}

type Explained = {
  status: number;
  body: ErrorReply & Record<string, unknown>;
  retryAfter?: number | undefined;
};

function explain(error: unknown): Explained {
  if (error instanceof ShopError) {
    const { status, code, message, errors, extra, retryAfter } = error;
    const body = { ...extra, success: false as const, message, code, ...(errors && { errors }) };
    return { status, retryAfter, body };
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.map(({ instancePath, message = 'Not valid' }) => ({
      field: instancePath.split('/').filter(Boolean).join('.'),
      message,
    }));
    const errors: Record<string, string> = {};
    for (const { field, message } of issues) if (field) errors[field] ??= message;
    const { field, message: first } = issues[0] ?? { field: '', message: 'Not valid' };
    // “limit must be a whole number from 1 to 100”
    const message = field ? first.replace(/^Must\b/, `${field} must`) : first;
    return failure(400, 'validation_failed', message, Object.keys(errors).length > 0 ? { errors } : {});
  }
  const { statusCode = 500, code = '', message: text = '' } = error as Partial<FastifyError>;
  // A truncated or malformed multipart form, one without a boundary, or a field that is not valid JSON.
  if (/multipart data$|^Multipart: /.test(text) || statusCode === 406)
    return failure(400, 'bad_request', 'The form could not be read.');
  const standard = byStatus[statusCode];
  if (standard)
    return {
      ...failure(statusCode, standard.code, standard.message),
      retryAfter: statusCode === 429 ? 60 : undefined,
    };
  if (statusCode >= 400 && statusCode < 500) return failure(statusCode, 'bad_request', 'Bad request.');
  // Input that PostgreSQL can't store, such as a NUL character in a text.
  if (/^22/.test(code)) return failure(400, 'validation_failed', 'Not valid.');
  // Two concurrent calls, each valid alone: a database constraint rejects the second.
  if (code === '23503' || code === '23505')
    return failure(409, 'conflict', 'Somebody changed this at the same time. Please try again.');
  if (isDiskFull(error as Error))
    return failure(507, 'storage_full', 'The disk of the shop is full: the file can’t be stored.');
  if (databaseIsAway(error)) return explain(busy());
  return failure(500, 'internal', 'Something went wrong on our side. Please try again.');
}

const failure = (status: number, code: ErrorCode, message: string, more: object = {}): Explained => ({
  status,
  body: { success: false, message, code, ...more },
});

const byStatus: Record<number, { message: string; code: ErrorCode } | undefined> = {
  400: { message: 'The request could not be read.', code: 'bad_request' },
  404: { message: 'Not found.', code: 'not_found' },
  405: { message: 'This can’t be done here.', code: 'method_not_allowed' },
  413: { message: 'That is too large.', code: 'too_large' },
  415: { message: 'This type of content is not accepted.', code: 'wrong_type' },
  429: { message: 'Too many tries. Please wait a minute and try again.', code: 'rate_limited' },
};

/** The error while the database is unavailable. */
export const busy = () => unavailable('The shop is busy for a moment. Please try again.');

/**
 * True if the connection was refused or lost, no server takes changes, the pool is exhausted, or a statement or lock
 * timed out.
 */
export function databaseIsAway(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return (
    /^(08|53|57P|57014|55P03|25P03|25006)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOPRIMARY'].includes(code) ||
    /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/.test(
      message,
    )
  );
}
