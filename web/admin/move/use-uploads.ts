import { useRef, useState } from 'react';
import type { Move, MoveWithNew } from '../../../shared/contract/moves.ts';
import { sendAdminForm } from '../parts/form/upload.ts';
import { failureText } from '../parts/show-failure.ts';
import { withSignIn } from '../session.ts';

const maxBytes = 100 * 1024 ** 2;
const tooLarge =
  'A file can be at most 100 MB. Export it in parts, such as the orders of each year, and choose all of them.';
const failed = 'The file could not be uploaded. Please try again.';

/** Uploads the files of a move one after the other. `refused`: those of this visit that were not accepted, and why. */
export function useUploads(onAdded: (move: Move) => void) {
  const [sending, setSending] = useState<{ name: string; part: number } | null>(null);
  const [refused, setRefused] = useState<{ name: string; message: string }[]>([]);
  const last = useRef(Promise.resolve());

  async function send(file: File) {
    const { name } = file;
    setSending({ name, part: 0 });
    try {
      if (file.size > maxBytes) throw new Error(tooLarge);
      const form = new FormData();
      form.append('file', file);
      const onProgress = (part: number) => setSending({ name, part });
      const { refused: left, ...move } = await withSignIn(() =>
        sendAdminForm<MoveWithNew>('/moves/files', form, failed, onProgress),
      );
      onAdded(move);
      setRefused((before) => [...before, ...left]);
    } catch (error) {
      const message = file.size > maxBytes ? tooLarge : failureText(error, failed);
      if (message !== null) setRefused((before) => [...before, { name, message }]);
    }
    setSending(null);
  }

  return {
    sending,
    refused,
    upload(file: File) {
      setRefused((before) => before.filter(({ name }) => name !== file.name));
      last.current = last.current.then(() => send(file));
    },
  };
}
