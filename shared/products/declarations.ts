/** The declarations of a product beside price and net quantity (india §5.2 and §5.5), with their names and lengths. */
export const declarationFields = {
  genericName: { label: 'Generic name', max: 100 },
  countryOfOrigin: { label: 'Country of origin', max: 60 },
  maker: { label: 'Manufacturer', max: 300 },
  packer: { label: 'Packer', max: 300 },
  importer: { label: 'Importer', max: 300 },
  madeIn: { label: 'Month of manufacture', max: 7 },
  bestBefore: { label: 'Best before', max: 100 },
  fssai: { label: 'FSSAI licence', max: 14 },
  huid: { label: 'Hallmark (HUID)', max: 6 },
  bisLicence: { label: 'BIS licence', max: 30 },
  care: { label: 'Care', max: 1000 },
} as const;

export type Declaration = keyof typeof declarationFields;
export type Declarations = Partial<Record<Declaration, string>>;

export const declarationNames = Object.keys(declarationFields) as Declaration[];

/** Whether a product is food by its HSN code: chapters 2 to 4, 7 to 11, 15 to 22. */
const isFood = (hsn: string | null) => /^(?:0[2-47-9]|1[015-9]|2[0-2])/.test(hsn ?? '');

/** The names of the required declarations that a product lacks. The list of products filters by the same rules in SQL. */
export function missingDeclarations({
  declarations = {},
  variants,
  hsn,
}: {
  declarations?: Declarations | undefined;
  variants: { netQuantity: string | null }[];
  hsn: string | null;
}): string[] {
  const { countryOfOrigin, maker, packer, importer, bestBefore, fssai } = declarations;
  const isImported = countryOfOrigin !== undefined && !/^india$/i.test(countryOfOrigin);
  const required: [string, unknown][] = [
    ['Net quantity', variants.every(({ netQuantity }) => netQuantity)],
    ['Country of origin', countryOfOrigin],
    ['Manufacturer, packer or importer', maker || packer || importer],
    ['Importer', !isImported || importer],
    ['Best before', !isFood(hsn) || bestBefore],
    ['FSSAI licence', !isFood(hsn) || fssai],
  ];
  return required.flatMap(([name, isGiven]) => (isGiven ? [] : name));
}
