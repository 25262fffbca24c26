import type { UploadReply } from '../../../shared/contract/catalogue-admin.ts';
import type { ErrorReply } from '../../../shared/contract/wire.ts';
import { ApiError } from '../../api.ts';
import { withSignIn } from '../session.ts';

const max = 10 * 1024 * 1024;

/** From here on a photograph is made smaller before it is sent; the shop keeps no more of it anyway. */
const heavy = 1024 * 1024;
const longestSide = 2000;

/**
 * Uploads one picture, telling how much has gone (0..1); where the session has ended, after the next sign-in. Gives
 * its stored path; fails with a readable message that names the file.
 */
export async function uploadPicture(
  original: File,
  kind: 'product' | 'category' | 'brand' | 'site',
  onProgress: (part: number) => void,
): Promise<string> {
  try {
    if (!original.type.startsWith('image/')) throw new Error('Only pictures can be uploaded.');
    const file = await lighter(original);
    if (file.size > max) throw new Error('Pictures can be at most 10 MB.');
    const form = new FormData();
    form.append('image', file, original.name);
    const reply = await withSignIn(() =>
      sendForm<UploadReply>(`/upload?kind=${kind}`, form, failed, onProgress),
    );
    return reply.path;
  } catch (error) {
    throw new Error(`${original.name}: ${error instanceof Error ? error.message : failed}`, { cause: error });
  }
}

/** Posts files, telling how much has gone (0..1). Fails with an ApiError: the server's words, or `words`. */
export function sendForm<T>(
  path: string,
  form: FormData,
  words: string,
  onProgress: (part: number) => void,
  signal?: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    // fetch can't tell how much of an upload has gone.
    const request = new XMLHttpRequest();
    request.open('POST', `/api${path}`);
    request.setRequestHeader('authorization', `Bearer ${localStorage.getItem('adminToken') ?? ''}`);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { status } = request;
      const reply = request.response as (T & Partial<ErrorReply>) | null;
      if (status === 201 && reply) resolve(reply);
      else reject(new ApiError(status, { message: words, code: 'unknown', ...reply }));
    };
    // The server ends an upload that stands still; the browser one whose line is gone.
    request.onerror = () => reject(new ApiError(0, { message: words, code: 'network' }));
    request.onabort = () => reject(new DOMException('Given up', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

/** A heavy photograph at the size that is kept, so that it goes quickly over a phone's line. */
async function lighter(file: File): Promise<Blob> {
  if (file.size < heavy || file.type === 'image/gif') return file;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(Math.ceil(picture.width * scale), Math.ceil(picture.height * scale));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const made = await canvas.convertToBlob({ type: 'image/webp', quality: 0.92 });
    return made.size < file.size ? made : file;
  } catch {
    // What this browser can't read the server may, or says why not.
    return file;
  }
}

const failed = 'The picture could not be uploaded. Please try again.';
