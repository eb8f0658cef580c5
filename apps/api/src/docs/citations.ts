/** `(A-42)`, `(A-57, A-58)`: where the reading that a sentence goes by is found; for readers of the source, not for callers. */
const CITATION = / \((?:A-\d+(?:, (?=A-))?)+\)/g;

/** A document without the citations in its texts. */
export const withoutCitations = <T>(document: T): T =>
  JSON.parse(
    JSON.stringify(document, (_key, value: unknown) =>
      typeof value === 'string' ? value.replace(CITATION, '') : value,
    ),
  ) as T;
