import type { UploadReply } from '../../../shared/contract/catalogue-admin.ts';
import type { ErrorReply } from '../../../shared/contract/wire.ts';
import { ApiError } from '../../api.ts';
import { withSignIn } from '../session.ts';

const max = 10 * 1024 * 1024;

/** Larger pictures are scaled down before the upload, to the size that the shop stores. */
const scaledFrom = 1024 * 1024;
const longestSide = 2000;

/**
 * Uploads one picture and returns its stored path. `onProgress` receives the part that was sent (0 to 1). If the session
 * has ended, the upload waits for the next sign-in. The message of an error names the file.
 */
export async function uploadPicture(
  original: File,
  kind: 'product' | 'category' | 'brand' | 'site',
  onProgress: (part: number) => void,
): Promise<string> {
  try {
    if (!original.type.startsWith('image/')) throw new Error('Only pictures can be uploaded.');
    const file = await scaledDown(original);
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

/** Posts files. `onProgress` receives the part that was sent (0 to 1). Throws an ApiError with the server's message, or `fallback`. */
export function sendForm<T>(
  path: string,
  form: FormData,
  fallback: string,
  onProgress: (part: number) => void,
  signal?: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    // fetch does not report the progress of an upload.
    const request = new XMLHttpRequest();
    request.open('POST', `/api${path}`);
    request.setRequestHeader('authorization', `Bearer ${localStorage.getItem('adminToken') ?? ''}`);
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

/** Scales a large picture to the size that the shop stores, which makes uploads over mobile networks faster. */
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

const failed = 'The picture could not be uploaded. Please try again.';
