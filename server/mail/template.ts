import { escapeHtml } from '../../shared/text/plain-text.ts';
import { colours, darkStyles, sans, serif } from './styles.ts';

export type MailPart =
  | string
  | { button: string; url: string }
  /** Line items with formatted amounts. */
  | {
      lines: { name: string; detail?: string; amount: string }[];
      /** Between the lines and the total, such as a discount. */
      sums: [name: string, amount: string][];
      total: string;
    }
  | { facts: [name: string, value: string][] }
  /** Text by someone else. */
  | { quote: string };

/** The content of a mail as plain text; markup in it is escaped. */
export type MailContent = {
  /** Mail programs show it after the subject in their lists. */
  preview: string;
  heading: string;
  parts: MailPart[];
};

export type Sender = {
  shopName: string;
  tagline: string;
  address: string;
  email: string;
  mobile: string;
  publicUrl: string;
};

/** Renders a mail as HTML for old and new mail programs: tables and inline styles, no pictures, no scripts. */
export function renderHtml(content: MailContent, sender: Sender): string {
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no">
<title>${escapeHtml(content.heading)}</title>
<style>${darkStyles}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${colours.paper};">
<div style="display:none;max-height:0;overflow:hidden;">${escapeHtml(content.preview)}${'&#8199;&#65279;'.repeat(40)}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:${colours.paper};">
<tr><td align="center" style="padding:24px 12px 40px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;">
<tr><td style="padding:0 8px 14px;">
<a href="${escapeHtml(sender.publicUrl)}" class="press" style="${serif}font-size:28px;font-weight:600;color:${colours.press};text-decoration:none;">${escapeHtml(sender.shopName)}</a>
</td></tr>
<tr><td style="height:3px;line-height:3px;font-size:0;border-top:5px solid ${colours.madder};border-bottom:2px solid ${colours.turmeric};">&nbsp;</td></tr>
<tr><td class="card" style="background:${colours.card};padding:30px 28px 34px;border:1px solid ${colours.line};border-top:0;">
<h1 class="ink" style="${serif}margin:0 0 18px;font-size:26px;line-height:1.2;font-weight:600;color:${colours.ink};">${escapeHtml(content.heading)}</h1>
${content.parts.map(partHtml).join('\n')}
</td></tr>
<tr><td class="soft" style="${sans}padding:20px 8px 0;font-size:13px;line-height:1.55;color:${colours.soft};">
${footer(sender).map(escapeHtml).join('<br>')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** Renders a mail as plain text. */
export function renderText(content: MailContent, sender: Sender): string {
  const body = content.parts.map(partText);
  return `${[content.heading, ...body, ['-- ', ...footer(sender), sender.publicUrl].join('\n')].join('\n\n')}\n`;
}

function partHtml(part: MailPart): string {
  const text = `class="ink" style="${sans}margin:0 0 16px;font-size:16px;line-height:1.55;color:${colours.ink};`;
  if (typeof part === 'string') return `<p ${text}">${withBreaks(part)}</p>`;
  if ('button' in part) return buttonHtml(part.button, part.url);
  if ('quote' in part) {
    return `<div ${text}padding:2px 0 2px 16px;border-left:3px solid ${colours.turmeric};">${withBreaks(part.quote)}</div>`;
  }
  if ('facts' in part) {
    const rows = part.facts.map(
      ([name, value]) =>
        `<tr><td class="soft" valign="top" style="${sans}padding:4px 18px 4px 0;font-size:15px;line-height:1.5;color:${colours.soft};white-space:nowrap;">${escapeHtml(name)}</td>` +
        `<td class="ink" style="${sans}padding:4px 0;font-size:15px;line-height:1.5;color:${colours.ink};word-break:break-word;">${withBreaks(value)}</td></tr>`,
    );
    return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:4px 0 18px;">${rows.join('')}</table>`;
  }
  return linesHtml(part);
}

function linesHtml({ lines, sums, total }: Extract<MailPart, { lines: unknown }>): string {
  const cell = (align: string, more: string) =>
    `align="${align}" valign="top" class="ink rule" style="${sans}padding:10px 0;font-size:15px;line-height:1.45;color:${colours.ink};${more}`;
  const rule = `border-bottom:1px solid ${colours.line};`;
  const rows = [...lines, ...sums.map(([name, amount]) => ({ name, detail: '', amount }))].map(
    ({ name, detail, amount }) =>
      `<tr><td ${cell('left', rule)}word-break:break-word;">${escapeHtml(name)}` +
      (detail
        ? `<br><span class="soft" style="font-size:14px;color:${colours.soft};">${escapeHtml(detail)}</span>`
        : '') +
      `</td><td ${cell('right', rule)}padding-left:16px;white-space:nowrap;">${escapeHtml(amount)}</td></tr>`,
  );
  const sum = `<tr><td ${cell('left', 'font-weight:600;')}">Total</td><td ${cell('right', 'font-weight:600;')}padding-left:16px;white-space:nowrap;font-size:18px;">${escapeHtml(total)}</td></tr>`;
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:4px 0 20px;">${rows.join('')}${sum}</table>`;
}

/** A table cell with a background colour, which every mail program supports; the link fills it. */
function buttonHtml(label: string, url: string): string {
  return (
    `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px;"><tr>` +
    `<td class="button" bgcolor="${colours.press}" style="border-radius:24px;background:${colours.press};">` +
    `<a href="${escapeHtml(url)}" class="button-text" style="${sans}display:inline-block;padding:13px 28px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none;">${escapeHtml(label)}</a>` +
    `</td></tr></table>`
  );
}

function partText(part: MailPart): string {
  if (typeof part === 'string') return part;
  if ('button' in part) return `${part.button}: ${part.url}`;
  if ('quote' in part) return part.quote.replace(/^/gm, '> ');
  if ('facts' in part) return part.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  const lines = part.lines.map(
    ({ name, detail, amount }) => `${name}${detail ? ` (${detail})` : ''}: ${amount}`,
  );
  const sums = part.sums.map(([name, amount]) => `${name}: ${amount}`);
  return [...lines, ...sums, `Total: ${part.total}`].join('\n');
}

const withBreaks = (text: string) => escapeHtml(text).replace(/\r?\n/g, '<br>');

function footer({ shopName, tagline, address, email, mobile }: Sender): string[] {
  const contact = [email, mobile && `+91 ${mobile.replace(/^(\d{5})(\d{5})$/, '$1 $2')}`]
    .filter(Boolean)
    .join(' · ');
  return [[shopName, tagline].filter(Boolean).join(' · '), address, contact].filter(Boolean);
}
