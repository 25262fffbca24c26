import type { ErrorReply } from '../shared/contract/wire.ts';
import { ApiError } from './api.ts';

type Options = {
  headers: Record<string, string>;
  /** The message of an error without one of the server. */
  fallback: string;
  /** Receives the part that was sent (0 to 1). */
  onProgress: (part: number) => void;
  signal?: AbortSignal | undefined;
};

/** Posts files to a path below /api, of which `fetch` would not report the progress. Throws an ApiError. */
export function sendForm<T>(
  path: string,
  form: FormData,
  { headers, fallback, onProgress, signal }: Options,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api${path}`);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { status } = request;
      const reply = request.response as (T & Partial<ErrorReply>) | null;
      if (status === 201 && reply) resolve(reply);
      else reject(new ApiError(status, { message: fallback, code: 'unknown', ...reply }));
    };
    // The server ends an upload that stalls, the browser one that has lost its connection.
    request.onerror = () => reject(new ApiError(0, { message: fallback, code: 'network' }));
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

const maxBytes = 10 * 1024 * 1024;
/** Larger pictures are scaled down before the upload, to the size that the shop stores. */
const scaledFrom = 1024 * 1024;
const longestSide = 2000;

/**
 * A picture that is small enough for the upload, which scaling makes faster over mobile networks. Throws for other files
 * and for pictures that are too large.
 */
export async function fitForUpload(original: File): Promise<Blob> {
  if (!original.type.startsWith('image/')) throw new Error('Only pictures can be uploaded.');
  const file = await scaledDown(original);
  if (file.size > maxBytes) throw new Error('Pictures can be at most 10 MB.');
  return file;
}

async function scaledDown(file: File): Promise<Blob> {
  if (file.size < scaledFrom || file.type === 'image/gif') return file;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(Math.ceil(picture.width * scale), Math.ceil(picture.height * scale));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const scaled = await canvas.convertToBlob({ type: 'image/webp', quality: 0.92 });
    return scaled.size < file.size ? scaled : file;
  } catch {
    // The server may support a format that this browser can't read; otherwise it rejects the file with a reason.
    return file;
  }
}
