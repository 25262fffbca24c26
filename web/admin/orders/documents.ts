import { api } from '../../api.ts';
import { save } from '../parts/save.ts';

/**
 * Shows a PDF in a tab of its own. The tab opens at the press, as later ones are blocked, and is filled once the
 * paper has come; where none may open it goes among the downloads.
 */
export async function openDocument(path: string, name: string): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const pdf = new Blob([await api.blob(path)], { type: 'application/pdf' });
    if (!tab) return save(pdf, `${name}.pdf`);
    const url = URL.createObjectURL(pdf);
    tab.location.href = url;
    // The tab may still be reading.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
