import { useRef, useState } from 'react';
import { uploadPicture } from '../../parts/upload.ts';

type Running = { key: string; name: string; part: number; failed?: string };

/** Uploads under way. The same file (name and size) is taken once (spec §5 Product form). */
export function useUploads() {
  const [running, setRunning] = useState<Running[]>([]);
  /** Files taken, with the path each was stored under. */
  const taken = useRef(new Map<string, string>());
  const queue = useRef(Promise.resolve());

  const change = (key: string, more: Partial<Running>) =>
    setRunning((now) => now.map((each) => (each.key === key ? { ...each, ...more } : each)));
  const dismiss = (key: string) => {
    taken.current.delete(key);
    setRunning((now) => now.filter((each) => each.key !== key));
  };

  function add(files: File[], onStored: (path: string) => void): { skipped: number } {
    let skipped = 0;
    for (const file of files) {
      const key = `${file.name} ${file.size}`;
      if (taken.current.has(key)) {
        skipped++;
        continue;
      }
      taken.current.set(key, '');
      setRunning((now) => [...now, { key, name: file.name, part: 0 }]);
      // One after another, so that they keep the order in which they were chosen.
      queue.current = queue.current.then(async () => {
        try {
          const path = await uploadPicture(file, 'product', (part) => change(key, { part }));
          taken.current.set(key, path);
          setRunning((now) => now.filter((each) => each.key !== key));
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
    /** A picture that was taken away may be chosen again. */
    forget(path: string) {
      for (const [key, stored] of taken.current) if (stored === path) taken.current.delete(key);
    },
  };
}
