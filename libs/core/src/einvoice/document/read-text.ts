import type { TaxTypeCode } from '@usaha/shared/malaysia';
import type { ContentLine, EinvoiceContent } from './content.js';
import type { UblDocument } from './ubl.js';

type Node = Readonly<Record<string, unknown>>;

/** The elements of a name; none where it is left out. */
const all = (node: Node | undefined, name: string): Node[] => (node?.[name] as Node[] | undefined) ?? [];
/** The first element at a path of names. */
const at = (node: Node | undefined, ...path: string[]): Node | undefined =>
  path.reduce<Node | undefined>((found, name) => all(found, name)[0], node);
const numberAt = (node: Node, ...path: string[]): number => Number(at(node, ...path)?._ ?? 0);
const textAt = (node: Node, ...path: string[]): string => {
  const text = at(node, ...path)?._;
  return typeof text === 'string' ? text : '';
};

/** Lines and period of a document that was built here, from its text. */
export function readText(text: string): Pick<EinvoiceContent, 'lines' | 'period'> {
  const [invoice] = (JSON.parse(text) as UblDocument).Invoice;
  const period = at(invoice, 'InvoicePeriod');
  return {
    lines: all(invoice, 'InvoiceLine').map(lineOfNode),
    period: period ? { from: textAt(period, 'StartDate'), to: textAt(period, 'EndDate') } : null,
  };
}

function lineOfNode(node: Node): ContentLine {
  const ofCharge = (isCharge: boolean): number => {
    const found = all(node, 'AllowanceCharge').find((one) => at(one, 'ChargeIndicator')?._ === isCharge);
    return found ? numberAt(found, 'Amount') : 0;
  };
  return {
    description: textAt(node, 'Item', 'Description'),
    classification: textAt(node, 'Item', 'CommodityClassification', 'ItemClassificationCode'),
    quantity: numberAt(node, 'InvoicedQuantity'),
    price: numberAt(node, 'Price', 'PriceAmount'),
    extension: numberAt(node, 'ItemPriceExtension', 'Amount'),
    discount: ofCharge(false),
    charge: ofCharge(true),
    net: numberAt(node, 'LineExtensionAmount'),
    taxes: all(at(node, 'TaxTotal'), 'TaxSubtotal').map((tax) => ({
      type: textAt(tax, 'TaxCategory', 'ID') as TaxTypeCode,
      rate: numberAt(tax, 'Percent'),
      taxable: numberAt(tax, 'TaxableAmount'),
      amount: numberAt(tax, 'TaxAmount'),
    })),
  };
}
