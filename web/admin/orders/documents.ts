import { saveFile } from '../../ui/save-file.ts';

/**
 * Shows a PDF in a new tab. The tab opens at the click, because browsers block later ones, and is filled when the
 * document has arrived. If no tab may open, the document is downloaded.
 */
export async function openDocument(load: () => Promise<Blob>, name: string): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const pdf = new Blob([await load()], { type: 'application/pdf' });
    if (!tab) return saveFile(pdf, `${name}.pdf`);
    const url = URL.createObjectURL(pdf);
    tab.location.href = url;
    // The tab may still be reading.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
