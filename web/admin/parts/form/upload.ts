import type { UploadReply } from '../../../../shared/contract/catalogue/catalogue-admin.ts';
import { fitForUpload, sendForm } from '../../../send-form.ts';
import { withSignIn } from '../../session.ts';

/**
 * Uploads one picture and returns its stored path. `onProgress` receives the part that was sent (0 to 1). If the session
 * has ended, the upload waits for the next sign-in. The message of an error names the file.
 */
export async function uploadPicture(
  original: File,
  kind: 'product' | 'category' | 'brand' | 'site' | 'logo',
  onProgress: (part: number) => void,
): Promise<string> {
  try {
    const form = new FormData();
    form.append('image', await fitForUpload(original), original.name);
    const reply = await withSignIn(() =>
      sendAdminForm<UploadReply>(`/upload?kind=${kind}`, form, failed, onProgress),
    );
    return reply.path;
  } catch (error) {
    throw new Error(`${original.name}: ${error instanceof Error ? error.message : failed}`, { cause: error });
  }
}

/** Posts files as the signed-in admin. Throws an ApiError with the server's message, or `fallback`. */
export function sendAdminForm<T>(
  path: string,
  form: FormData,
  fallback: string,
  onProgress: (part: number) => void,
  signal?: AbortSignal,
): Promise<T> {
  const headers = { authorization: `Bearer ${localStorage.getItem('adminToken') ?? ''}` };
  return sendForm<T>(path, form, { headers, fallback, onProgress, signal });
}

const failed = 'The picture could not be uploaded. Please try again.';
