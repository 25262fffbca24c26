import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Calls, Params, ReplyOf, Route } from '../../shared/contract/calls.ts';
import type { BackOffice } from '../back-office.ts';
import type { Shop } from '../shop.ts';
import type { FormUploads } from './form.ts';
import type { PageShop } from './pages/page-tags.ts';

/** A part of a request after validation. */
type Received<R extends Route, Part extends 'query' | 'headers' | 'body'> =
  Calls[R] extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : undefined;

/** What a handler can use of a request: what the table says of its input, and the verbs that its access allows. */
type Context<R extends Route> = {
  params: Params<R>;
  query: Received<R, 'query'>;
  headers: Received<R, 'headers'>;
  body: Calls[R] extends { accepts: 'raw' } ? Buffer : Received<R, 'body'>;
  /** The stored pictures of a call with `pictures`. */
  uploads: FormUploads;
  /** The key of an order, from the header or the query. */
  orderKey: string | undefined;
  /** The session token, empty for guests. */
  token: string;
  userAgent: string;
  /** The reads that every guest may do, if the reply is cached. */
  shop: Calls[R] extends { isCached: true } ? PageShop : Shop;
  /** For uploads that the handler reads itself. */
  request: FastifyRequest;
  /** For the second of two statuses, and for headers. */
  reply: FastifyReply;
} & (Calls[R]['access'] extends 'admin' ? { backOffice: BackOffice } : unknown);

export type PdfFile = { filename: string; pdf: Buffer | Readable };
export type TextFile = { filename: string; content: Buffer | Iterable<string> | AsyncIterable<string> };

/** What a handler returns: for `done` anything, for `redirect` the address. */
type Result<R extends Route> = Calls[R]['reply'] extends 'done'
  ? unknown
  : Calls[R]['reply'] extends 'redirect'
    ? string
    : ReplyOf<R, Calls[R]['reply'] extends 'application/pdf' ? PdfFile : TextFile>;

/** One handler for every call. A missing handler, or one of an unknown call, is a type error. */
export type Handlers = { [R in Route]: (context: Context<R>) => Result<R> | Promise<Result<R>> };
