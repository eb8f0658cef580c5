const MAX_LENGTH = 60;

/** A name in ASCII letters, digits and hyphens; `tenant` where nothing of it can be written so (李氏药房). */
export function slugOf(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase();
  const slug = ascii
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '');
  return slug || 'tenant';
}

/** Slug and schema name of a new tenant. @param taken names by which tenants are found at sign-in, in small letters */
export function freeNames(base: string, taken: ReadonlySet<string>): { slug: string; schema_name: string } {
  const slug = freeSlug(base, taken);
  const like = slug.replaceAll('-', '_');
  return { slug, schema_name: taken.has(like) ? freeSlug(base.replaceAll('-', '_'), taken, '_') : like };
}

/**
 * What a name has in common with all that are made of it, and of those: `kedai` of Kedai, kedai-2 and kedai_2_3. Two tenants whose names have
 * other stems never want the same name.
 */
export const stemOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/(?:-\d+)+$/, '');

/** The first of `base`, `base-2`, `base-3`, … that is not taken. */
export function freeSlug(base: string, taken: ReadonlySet<string>, separator = '-'): string {
  if (!taken.has(base)) return base;
  let n = 2;
  while (taken.has(`${base}${separator}${n}`)) n += 1;
  return `${base}${separator}${n}`;
}
