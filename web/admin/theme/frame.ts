import { isDark } from '../../../shared/theme/colour.ts';
import { baseColours, type Theme } from '../../../shared/theme/theme.ts';
import { themeCss } from '../../../shared/theme/theme-css.ts';

export type Scheme = 'light' | 'dark';

const ofScheme = /\(prefers-color-scheme:\s*(light|dark)\)/;
/** The media queries of rules as they were written. */
const written = new WeakMap<CSSMediaRule, string>();

/**
 * Shows a theme in a frame with a page of the shop, in one scheme whatever the device has. Only objects of CSSOM are
 * changed, because the policy of pages allows no other style sheets.
 */
export function showTheme(frame: HTMLIFrameElement, theme: Theme, scheme: Scheme): void {
  const { contentDocument: page, contentWindow } = frame;
  if (!page?.body || !contentWindow) return;
  const { window } = contentWindow;
  for (const sheet of page.styleSheets) {
    const { ownerNode } = sheet;
    if (ownerNode instanceof window.HTMLElement && ownerNode.dataset.href === 'theme') sheet.disabled = true;
    else setScheme(window, rulesOf(sheet), scheme);
  }
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(themeCss(theme));
  setScheme(window, sheet.cssRules, scheme);
  page.adoptedStyleSheets = [sheet];
  page.documentElement.style.colorScheme = isDark(baseColours(theme)[scheme].paper) ? 'dark' : 'light';
  const cards = page.querySelector<HTMLElement>('[data-cards]');
  if (cards) cards.dataset.cards = theme.cards;
}

/** The rules of a style sheet; those from another address can't be read. */
function rulesOf(sheet: CSSStyleSheet): Iterable<CSSRule> {
  try {
    return sheet.cssRules;
  } catch {
    return [];
  }
}

function setScheme(window: Window & typeof globalThis, rules: Iterable<CSSRule>, scheme: Scheme): void {
  for (const rule of rules) {
    if (!(rule instanceof window.CSSGroupingRule)) continue;
    if (rule instanceof window.CSSMediaRule) setMedia(rule, scheme);
    setScheme(window, rule.cssRules, scheme);
  }
}

function setMedia(rule: CSSMediaRule, scheme: Scheme): void {
  const text = written.get(rule) ?? rule.media.mediaText;
  if (!ofScheme.test(text)) return;
  written.set(rule, text);
  rule.media.mediaText = text.replace(ofScheme, (_, name) =>
    name === scheme ? '(width >= 0)' : '(width < 0)',
  );
}
