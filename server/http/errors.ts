import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorCode, ErrorReply } from '../../shared/contract/wire.ts';
import { ShopError, unavailable } from '../errors.ts';

/** Turns every error of every layer into the one shape of contract §1. Nothing of the inside leaves. */
export function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, body, retryAfter } = explain(error);
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (retryAfter) reply.header('retry-after', String(retryAfter));
  // A file that was to come instead has named itself already.
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
    return {
      status,
      retryAfter,
      body: { ...extra, success: false, message, code, ...(errors && { errors }) },
    };
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors: Record<string, string> = {};
    for (const issue of error.validation) {
      const path = issue.instancePath.split('/').filter(Boolean).join('.');
      if (path) errors[path] ??= issue.message ?? 'Not valid';
    }
    const message = error.validation[0]?.message ?? 'Not valid';
    const fields = Object.keys(errors).length > 0 ? { errors } : {};
    return { status: 400, body: { success: false, message, code: 'validation_failed', ...fields } };
  }
  const { statusCode = 500, code = '', message: told = '' } = error as Partial<FastifyError>;
  // A form that is cut short or none at all, and a field that is not the JSON it claims to be.
  if (/multipart data$/.test(told) || statusCode === 406)
    return {
      status: 400,
      body: { success: false, message: 'The form could not be read.', code: 'bad_request' },
    };
  const known = byStatus[statusCode];
  if (known)
    return {
      status: statusCode,
      body: { success: false, ...known },
      retryAfter: statusCode === 429 ? 60 : undefined,
    };
  if (statusCode >= 400 && statusCode < 500) {
    return { status: statusCode, body: { success: false, message: 'Bad request.', code: 'bad_request' } };
  }
  // Data that PostgreSQL can't hold, such as a NUL inside a text, came from outside.
  if (/^22/.test(code))
    return { status: 400, body: { success: false, message: 'Not valid.', code: 'validation_failed' } };
  // Two calls at once, each good by itself: the constraint has the last word.
  if (code === '23503' || code === '23505') {
    const message = 'Somebody changed this at the same time. Please try again.';
    return { status: 409, body: { success: false, message, code: 'conflict' } };
  }
  if (databaseIsAway(error)) return explain(busy());
  const message = 'Something went wrong on our side. Please try again.';
  return { status: 500, body: { success: false, message, code: 'internal' } };
}

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

/** Connection refused or lost, server shutting down or starting, pool exhausted, statement or lock timed out. */
export function databaseIsAway(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return (
    /^(08|53|57P|57014|55P03|25P03)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'].includes(code) ||
    /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/.test(
      message,
    )
  );
}
