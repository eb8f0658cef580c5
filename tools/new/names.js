/** The forms in which code says the name of a resource. */

const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** English plural, by its rules; an irregular one is told. */
function pluralOf(word) {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

function formsOf(kebab) {
  const parts = kebab.split('-');
  const pascal = parts.map(capital).join('');
  const camel = pascal[0].toLowerCase() + pascal.slice(1);
  return { kebab, snake: parts.join('_'), words: parts.join(' '), pascal, camel };
}

/** @param name singular, its words with hyphens: `exam-room`. @param plural where it is irregular */
export function namesOf(name, plural = pluralOf(name)) {
  return { one: formsOf(name), many: formsOf(plural) };
}

/** Comments and literals, where a name is words; all else is code. */
const literal = /(\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)/;
/** A column, constraint or index; a table; a list's name. */
const inSql = /\bsuppliers?_\w+|\bretail\.suppliers\b|^'suppliers'$/g;
/** A file, or the path of a route. */
const inPaths = /[\w./:{}-]*[/.]suppliers?\b[\w./:{}-]*|\bsuppliers?\.\w+|\d-suppliers\b/g;

/**
 * Gives a text of the worked example the names of another resource.
 * @param text source of a file
 * @param context library of the resource
 */
export function renamed(text, { one, many }, context) {
  const as = (form) => (part) => part.replace(/supplier(s?)/g, (_, s) => (s ? many : one)[form]);
  const named = text.split(literal).map((part, i) =>
    i % 2 === 0
      ? as('camel')(part.replace(/\bsuppliers?_\w+/g, as('snake')))
      : as('words')(part.replace(inSql, as('snake')).replace(inPaths, as('kebab')))
          .replace(/\bSuppliers\b/g, capital(many.words))
          .replace(/\b([Aa]) (?=[aeiou])/g, '$1n '),
  );
  return named
    .join('')
    .replaceAll('Suppliers', many.pascal)
    .replaceAll('Supplier', one.pascal)
    .replaceAll(`@ApiTags('${many.snake}')`, `@ApiTags('${many.kebab}')`)
    .replace(/\bRetail(?=[A-Z])|\bretail\b/g, (word) => (word === 'retail' ? context : capital(context)));
}

/** The same for the path of a file. */
export const renamedPath = (path, { one, many }, context) =>
  path.replace(/supplier(s?)/g, (_, s) => (s ? many : one).kebab).replace(/\bretail\b/g, context);
