/** Whether rich text may contain this link: https, e-mail, telephone, or a path of this shop. */
export function isSafeLink(url: string): boolean {
  return /^(https:\/\/[^\s/]+\S*|mailto:\S+@\S+|tel:\+?[\d-]+|\/(?![/\\])\S*)$/i.test(url);
}

/** Completes a typed link: an e-mail address, telephone number or host name gets its scheme. */
export function linkOf(typed: string): string {
  const text = typed.trim();
  if (/^[^\s:/@]+@[^\s:/@]+\.\w+$/.test(text)) return `mailto:${text}`;
  if (/^\+?[\d\s-]{8,16}$/.test(text)) return `tel:${text.replace(/\s/g, '')}`;
  if (/^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(text)) return `https://${text}`;
  return text;
}
