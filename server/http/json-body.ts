import { ShopError } from '../errors.ts';
import type { Api } from './api.ts';

/** The largest body of a call that is not for admins, in bytes; files are streamed, and have a limit of their own. */
export const maxPublicBody = 64 * 1024;

/** No body of a call is nested so deeply. */
const maxDepth = 32;
/** Checking a value that is not valid takes longer than sending it. */
const maxPublicValues = 2000;

/** Parses JSON bodies: neither deep nor, in public calls, with more values than any of them takes (T-DOS-10). */
export function parseJsonBodies(app: Api): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    // Some clients send the JSON content type without a body.
    if (text === '') return done(null);
    const isPublic = request.routeOptions.bodyLimit <= maxPublicBody;
    if (exceeds(text, isPublic ? maxPublicValues : Number.POSITIVE_INFINITY))
      return done(new ShopError('bad_request', 'The request could not be read.'));
    parse(request, text, done);
  });
}

/** Whether a JSON text is nested deeper than `maxDepth`, or has more than `maxValues` values. */
function exceeds(text: string, maxValues: number): boolean {
  let depth = 0;
  let values = 1;
  let isString = false;
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (char === '"') isString = !isString;
    else if (isString) index += char === '\\' ? 1 : 0;
    else if (char === '[' || char === '{') depth++;
    else if (char === ']' || char === '}') depth--;
    else if (char === ',') values++;
    if (depth > maxDepth || values > maxValues) return true;
  }
  return false;
}
