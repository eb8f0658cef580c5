/** The languages of texts for people; a further one here does not compile until every table has it. */
export const languages = ['en', 'ms'] as const;
export type Language = (typeof languages)[number];

/** One thing, in every language. */
export type Words = Readonly<Record<Language, string>>;

/** What a record is called: by `name` on the audit trail, which is data and in no language, by its words in messages. */
export type Noun = Words & { readonly name: string };

/** A table of nouns; a noun's name is its key, with spaces. */
export const nounsOf = <K extends string>(table: Readonly<Record<K, Words>>): Readonly<Record<K, Noun>> =>
  Object.fromEntries(
    Object.entries<Words>(table).map(([key, words]) => [key, { ...words, name: key.replaceAll('_', ' ') }]),
  ) as Record<K, Noun>;

/** The first letter large, for the beginning of a sentence. */
export const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Words that begin a line, as they stand within a sentence. */
export const withinSentence = <K extends string>(table: Readonly<Record<K, Words>>): Readonly<Record<K, Words>> =>
  Object.fromEntries(
    Object.entries<Words>(table).map(([key, words]) => [
      key,
      Object.fromEntries(languages.map((language) => [language, uncapitalised(words[language])])),
    ]),
  ) as Record<K, Words>;

const uncapitalised = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

/** Regardless of case, and of how its words are kept apart: "Touch 'n Go" is touch_n_go. */
export const looseKey = (name: string): string => name.toLowerCase().replace(/[\s_'’-]+/g, '');

/**
 * How print says a text that is chosen freely, where its table has words for it, by its key or by what it is called in any
 * language; any other text stays as it was sent.
 */
export function saidFreely(table: Readonly<Record<string, Words>>): (text: string, language: Language) => string {
  const byKey = new Map(
    Object.entries(table).flatMap(([name, words]) =>
      [name, ...languages.map((language) => words[language])].map((said) => [looseKey(said), words] as const),
    ),
  );
  return (text, language) => byKey.get(looseKey(text))?.[language] ?? text;
}

declare const made: unique symbol;

/**
 * A sentence with its values, in every language; it is made up only when it is read. Messages come from tables alone
 * (`messagesOf`): no text without its translations can be thrown.
 */
export interface Message {
  readonly [made]: true;
  in(language: Language): string;
  /** The English text, as logs have it. */
  toString(): string;
  toJSON(): string;
}

type Texts<P> = Readonly<Record<Language, (values: P) => string>>;

/** What a table's entry becomes: a function of its values, or of nothing where it says the same every time. */
type Sayings<T extends Record<string, unknown>> = {
  readonly [K in keyof T]: unknown extends T[K] ? () => Message : (values: T[K]) => Message;
};

class Sentence<P> {
  constructor(
    private readonly texts: Texts<P> | Words,
    private readonly values: P,
  ) {}

  in(language: Language): string {
    const text = this.texts[language];
    return typeof text === 'string' ? text : text(this.values);
  }

  toString(): string {
    return this.in('en');
  }

  toJSON(): string {
    return this.in('en');
  }
}

/**
 * A context's messages: each a text, or a function from values to text, in every language. The values are stated once,
 * with the English text:
 *
 *     const messages = messagesOf({
 *       stockShort: {
 *         en: ({ sku, stock }: { sku: string; stock: number }) => `Only ${stock} of ${sku} in stock`,
 *         ms: ({ sku, stock }) => `Hanya ${stock} unit ${sku} dalam stok`,
 *       },
 *     });
 *     throw invalid('quantity', messages.stockShort({ sku, stock }));
 */
export const messagesOf = <T extends Record<string, unknown>>(table: {
  readonly [K in keyof T]: Texts<T[K]> | Words;
}): Sayings<T> =>
  Object.fromEntries(
    Object.entries<Texts<unknown> | Words>(table as never).map(([name, texts]) => [
      name,
      (values: unknown) => new Sentence(texts, values),
    ]),
  ) as unknown as Sayings<T>;
