import type { RouteShape } from '../wire/route.js';

/** What an operation is called after. */
export interface Named {
  method: string;
  /** As it is documented: `/api/v1/retail/products/{product_id}`. */
  path: string;
  /** Of the answer that is no error. */
  status: number;
  kind: RouteShape['kind'];
  /** Whether its path is its controller's own: the collection. */
  isOwnPath: boolean;
}

const isParameter = (segment: string | undefined): boolean => segment?.startsWith('{') ?? false;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** One of many: `patients` → `patient`, `classes` → `class`; a word that is no plural stays. */
function singular(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (/ies$/.test(word)) return word.replace(/ies$/, 'y');
  return word.replace(/(?<=ss|sh|ch|x)es$|s$/, '');
}

/**
 * The operation's name in clients: the words of its path, with the context first, and what is done.
 * `GET /retail/products/` is `retailProductsList`, `GET /healthcare/patients/{patient_id}/vaccinations/`
 * `healthcarePatientVaccinationsList`; where the last word of the path says what is done, nothing is added: `authLogin`.
 */
export function operationIdOf({ method, path, status, kind, isOwnPath }: Named): string {
  const segments = path
    .replace(/^(?:\/api)?\/v1\//, '')
    .split('/')
    .filter(Boolean);
  const words = segments.flatMap((segment, i) => {
    if (isParameter(segment)) return [];
    const ofOne = isParameter(segments[i + 1]) && i + 2 < segments.length;
    return (ofOne ? singular(segment) : segment).split(/[-_]/);
  });
  const last = segments.findLast((segment) => !isParameter(segment)) ?? '';
  const isCollection = isOwnPath || singular(last) !== last;
  const verbs: Record<string, () => string> = {
    GET: () => (kind === 'list' || kind === 'followed' || kind === 'whole' ? 'list' : 'get'),
    POST: () => (status === 201 && isCollection ? 'create' : ''),
    PUT: () => 'update',
    DELETE: () => 'delete',
  };
  const verb = verbs[method];
  if (!verb) throw new Error(`${method} ${path}: operations of this method have no name yet`);
  const [first = '', ...others] = [...words, verb()].filter(Boolean);
  return first + others.map(capital).join('');
}
