/** A value of UBL's JSON, with its attributes: an element is a list of such. */
export type UblNode = Readonly<Record<string, unknown>>;

/** An element with one text, number or boolean, and its attributes. */
export const value = (_: string | number | boolean, attributes: Readonly<Record<string, string>> = {}): UblNode[] => [
  { _, ...attributes },
];

/** An amount of money, in the currency of the document. */
export const amount = (of: number, currencyID: string): UblNode[] => value(of, { currencyID });

/** A member that is left out when its value is not known. */
export const optional = (name: string, of: string | null): UblNode => (of === null ? {} : { [name]: value(of) });
