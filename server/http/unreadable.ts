import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

const replies: Record<string, { status: number; message: string; code: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'That is too large.', code: 'too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    message: 'That took too long. Please try again.',
    code: 'timeout',
  },
};
const unreadable = { status: 400, message: 'The request could not be read.', code: 'bad_request' };

/** How long a client may still send after the reply, in milliseconds. */
const lingerMs = 2_000;

/**
 * Replies to bytes that are not an HTTP request, in the format of contract §1, and closes the connection. What the
 * client still sends is read and dropped: a reset would reach it before the reply.
 */
export function replyToUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET') return void socket.destroy();
  // The rest of the same request.
  if (socket.writableEnded) return;
  setTimeout(() => socket.destroy(), lingerMs).unref();
  const { status, message, code } = replies[error.code ?? ''] ?? unreadable;
  const body = JSON.stringify({ success: false, message, code });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'cache-control: no-store',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
