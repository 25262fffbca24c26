import { useRef, useState } from 'react';
import { uploadPicture } from '../../parts/form/upload.ts';

type Upload = { key: string; name: string; part: number; failed?: string };

export type Uploads = ReturnType<typeof useUploads>;

/** The uploads of a product's pictures. A file with the same name and size is uploaded once (spec §5 Product form). */
export function useUploads() {
  const [running, setRunning] = useState<Upload[]>([]);
  /** The stored path of each file; empty while it is uploaded. */
  const paths = useRef(new Map<string, string>());
  const queue = useRef(Promise.resolve());

  const change = (key: string, more: Partial<Upload>) =>
    setRunning((before) => before.map((upload) => (upload.key === key ? { ...upload, ...more } : upload)));
  const dismiss = (key: string) => {
    paths.current.delete(key);
    setRunning((before) => before.filter((upload) => upload.key !== key));
  };

  function add(files: File[], onStored: (path: string) => void): { skipped: number } {
    let skipped = 0;
    for (const file of files) {
      const key = `${file.name} ${file.size}`;
      if (paths.current.has(key)) {
        skipped++;
        continue;
      }
      paths.current.set(key, '');
      setRunning((before) => [...before, { key, name: file.name, part: 0 }]);
      // One after another, so that they keep the order in which they were chosen.
      queue.current = queue.current.then(async () => {
        try {
          const path = await uploadPicture(file, 'product', (part) => change(key, { part }));
          paths.current.set(key, path);
          setRunning((before) => before.filter((upload) => upload.key !== key));
          onStored(path);
        } catch (error) {
          change(key, { failed: error instanceof Error ? error.message : '' });
        }
      });
    }
    return { skipped };
  }

  return {
    running,
    busy: running.some(({ failed }) => failed === undefined),
    add,
    dismiss,
    /** Allows a removed picture to be chosen again. */
    forget(path: string) {
      for (const [key, stored] of paths.current) if (stored === path) paths.current.delete(key);
    },
  };
}
