/** Whether a rich text may link there: https, e-mail, telephone, or a path of this shop. */
export function isSafeLink(url: string): boolean {
  return /^(https:\/\/[^\s/]+\S*|mailto:\S+@\S+|tel:\+?[\d-]+|\/(?![/\\])\S*)$/i.test(url);
}

/** What was typed as a link, made one where it is plain what was meant: an e-mail address, a number, a host. */
export function linkOf(typed: string): string {
  const text = typed.trim();
  if (/^[^\s:/@]+@[^\s:/@]+\.\w+$/.test(text)) return `mailto:${text}`;
  if (/^\+?[\d\s-]{8,16}$/.test(text)) return `tel:${text.replace(/\s/g, '')}`;
  if (/^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(text)) return `https://${text}`;
  return text;
}
