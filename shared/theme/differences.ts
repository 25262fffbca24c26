import { type ChoiceField, choiceFields, choices, colourLabels } from './labels.ts';
import { palettes } from './palettes.ts';
import { baseColours, type Theme } from './theme.ts';
import { baseNames } from './tokens.ts';

/** What differs between two themes, in words: a sentence for each setting. */
export function themeDifferences(from: Theme, to: Theme): string[] {
  const [before, after] = [baseColours(from), baseColours(to)];
  const sentences: string[] = [];
  if (from.palette !== to.palette)
    sentences.push(`Colours: ${paletteLabel(to)} instead of ${paletteLabel(from)}`);
  for (const name of baseNames) {
    if (to.palette === 'own' && before.light[name] !== after.light[name])
      sentences.push(`${colourLabels[name]}: ${after.light[name]} instead of ${before.light[name]}`);
    const [chosen, former] = [to.dark[name], from.dark[name]];
    if (chosen !== former)
      sentences.push(
        `${colourLabels[name]} in the dark scheme: ${chosen ?? 'automatic'} instead of ${former ?? 'automatic'}`,
      );
  }
  if (JSON.stringify(from.logo) !== JSON.stringify(to.logo)) sentences.push('Logo: changed');
  for (const field of choiceFields) {
    const [now, former] = [valueLabel(to, field), valueLabel(from, field)];
    if (now !== former) sentences.push(`${choices[field].label}: ${now} instead of ${former}`);
  }
  return sentences;
}

const paletteLabel = ({ palette }: Theme): string =>
  palette === 'own' ? 'own colours' : `“${palettes[palette].label}”`;

function valueLabel(theme: Theme, field: ChoiceField): string {
  const labels: Record<string, string> = choices[field].options;
  return labels[theme[field]] ?? theme[field];
}
