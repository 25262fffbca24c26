import { attributeText, type ProductAttribute } from '../../../../shared/contract/catalogue/attributes.ts';

/** What the merchant says of a product in the attributes that they have defined. */
export function AttributeTable({ attributes = [] }: { attributes?: ProductAttribute[] | undefined }) {
  if (attributes.length === 0) return null;
  return (
    <table aria-label="Attributes" className="mt-6 w-full text-sm">
      <tbody className="divide-y divide-line border-y border-line">
        {attributes.map((attribute) => (
          <tr key={attribute._id}>
            <th scope="row" className="w-2/5 py-2 pr-4 text-left align-top font-normal text-ink-soft">
              {attribute.name}
            </th>
            <td className="figures py-2 align-top wrap-anywhere">{attributeText(attribute)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
