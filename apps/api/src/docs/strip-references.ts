/** `(A-42)`, `(A-57, A-58)`: where the reading that a sentence goes by is found; for readers of the source, not for callers. */
const REFERENCE = / \((?:A-\d+(?:, (?=A-))?)+\)/g;

/** A document without the references in its texts. */
export const stripReferences = <T>(document: T): T =>
  JSON.parse(
    JSON.stringify(document, (_key, value: unknown) =>
      typeof value === 'string' ? value.replace(REFERENCE, '') : value,
    ),
  ) as T;
