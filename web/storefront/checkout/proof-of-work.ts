import { sha256 } from '@noble/hashes/sha2';
import { utf8ToBytes } from '@noble/hashes/utils';

/** How long the page does nothing else. */
const sliceMs = 12;

/**
 * Finds a proof of work: a text with which the SHA-256 of `challenge:text` begins with `bits` zeros. In slices, so that
 * the page stays usable, and not by timers, which browsers slow down in hidden tabs. Undefined if `signal` aborts it.
 */
export async function findProof(
  { challenge, bits }: { challenge: string; bits: number },
  signal: AbortSignal,
): Promise<string | undefined> {
  const begun = sha256.create().update(utf8ToBytes(`${challenge}:`));
  for (let n = 0; !signal.aborted; await nextTask()) {
    for (const end = performance.now() + sliceMs; performance.now() < end; n++) {
      const text = n.toString(36);
      const hash = begun.clone().update(utf8ToBytes(text)).digest();
      if (Math.clz32(new DataView(hash.buffer).getUint32(0)) >= bits) return text;
    }
  }
  return undefined;
}

const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
