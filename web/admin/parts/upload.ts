import type { UploadReply } from '../../../shared/contract/catalogue-admin.ts';

const most = 10 * 1024 * 1024;

/** Uploads one picture, telling how much has gone (0..1). Gives its stored path; fails with words for people. */
export function uploadPicture(
  file: File,
  kind: 'product' | 'category' | 'brand',
  onProgress: (part: number) => void,
): Promise<string> {
  if (!file.type.startsWith('image/')) return Promise.reject(new Error('Only pictures can be uploaded.'));
  if (file.size > most) return Promise.reject(new Error('Pictures can be at most 10 MB.'));
  return new Promise((resolve, reject) => {
    // fetch can't tell how much of an upload has gone.
    const request = new XMLHttpRequest();
    request.open('POST', `/api/upload?kind=${kind}`);
    request.setRequestHeader('authorization', `Bearer ${localStorage.getItem('adminToken') ?? ''}`);
    request.responseType = 'json';
    request.timeout = 120_000;
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const reply = request.response as (UploadReply & { message?: string }) | null;
      if (request.status === 201 && reply) resolve(reply.path);
      else reject(new Error(reply?.message ?? failed));
    };
    request.onerror = () => reject(new Error(failed));
    request.ontimeout = () => reject(new Error(failed));
    const form = new FormData();
    form.append('image', file);
    request.send(form);
  });
}

const failed = 'The picture could not be uploaded. Please try again.';
