import type { z } from 'zod';
import type { Permission } from '../../permissions.ts';
import type { PictureKind } from '../catalogue/catalogue-admin.ts';
import type { ErrorCode } from '../wire.ts';

/**
 * Who may use a call. `anyone`: open to all. `signed-in`: 401 to guests. `own`: 404 to everyone but the owner and
 * admins with the permission. `admin`: 401 to guests, 403 to shoppers and to admins without the permission. `proof`:
 * needs a signature or a one-time token of its own.
 */
export type Access = 'anyone' | 'signed-in' | 'own' | 'admin' | 'proof';

/** A list, one page at a time: the reply is an array of items, and `X-Total-Count` is the number of all items. */
export type Page<Item extends z.ZodType = z.ZodType> = { page: Item };
export const page = <Item extends z.ZodType>(item: Item): Page<Item> => ({ page: item });

/** The media type of a reply that is a file. */
export type MediaType = 'application/pdf' | 'text/csv' | 'message/rfc822';

type Details = {
  /** Path parameters are strings of at most 300 characters, named by the path. */
  query?: z.ZodObject;
  headers?: z.ZodObject;
  /** Sent as JSON, and as multipart fields if the call accepts files. */
  body?: z.ZodType;
  /** The multipart fields that are files. */
  files?: readonly string[];
  /** The files are pictures of this kind, or of the kind in the query. They are stored before the handler runs. */
  pictures?: PictureKind | 'by-query';
  /** The body is a posted form, or the raw bytes, instead of JSON. */
  accepts?: 'form' | 'raw';
  /** `done`: only that it succeeded. `redirect`: to the address that the handler returns. */
  reply: z.ZodType | Page | MediaType | 'done' | 'redirect';
  /** The status of success, 200 unless stated. If there are several, the first is the default. */
  status?: number | readonly number[];
  /** The codes beyond those that access and input imply. */
  errors?: readonly ErrorCode[];
  /**
   * The admin must have proved in the last ten minutes of their session who they are; with a list, only if the body has
   * one of these fields.
   */
  stepUp?: true | readonly string[];
  /**
   * Requests a minute per network address, and per account named in the body. True: the configured number; `address`:
   * the same, but not per account. `buyer`: the same per buyer, and six times as many per address block.
   */
  limit?: true | number | 'address' | 'buyer';
  /** The reply is the same for every guest, so it is cached for them (decision 118). */
  isCached?: true;
  /** Open pages repeat the call without their user, so it does not keep a session from being idle. */
  isBackground?: boolean;
  /** Also allowed to an admin who must change their password first. */
  changesPassword?: boolean;
};

/** The permission that an admin needs for a call; `every-admin` for calls that concern only the own account. */
export type CallPermission = Permission | 'every-admin';

export type Call = Details & {
  tag: string;
  access: Access;
  permission?: CallPermission;
  operationId: string;
  summary: string;
};

/**
 * Builders of calls with this tag, one for each kind of access. Calls that admins use begin with the permission:
 * `admin('orders.edit', 'hideOrder', 'Hide an order', { … })`.
 */
export function tagged(tag: string) {
  const builder =
    <const A extends Access>(access: A) =>
    <const D extends Details>(operationId: string, summary: string, details: D) => ({
      tag,
      access,
      operationId,
      summary,
      ...details,
    });
  const withPermission =
    <const A extends Access>(access: A) =>
    <const D extends Details>(
      permission: CallPermission,
      operationId: string,
      summary: string,
      details: D,
    ) => ({ ...builder(access)(operationId, summary, details), permission });
  return {
    anyone: builder('anyone'),
    signedIn: builder('signed-in'),
    own: withPermission('own'),
    admin: withPermission('admin'),
    proof: builder('proof'),
  };
}
