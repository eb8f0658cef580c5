import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The worked example as docs/architecture.md shows it. */

const HEADING = '\n## A worked example\n';

function sectionOf(root) {
  const guide = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  return guide.slice(guide.indexOf(HEADING));
}

/** @returns code blocks of a language in the section, without their fences */
function blocks(section, language) {
  const found = section.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'));
  return [...found].map(([, text]) => text);
}

/**
 * @param root folder of the checkout
 * @returns `files`: texts of the new files by path; `entries`: the lines added to other files; `fields`: the patch that adds the
 *   resource's fields; `stamp` of the migration
 */
export function readExample(root) {
  const section = sectionOf(root);
  const files = new Map();
  for (const block of blocks(section, 'ts')) {
    const [, path, text] = /^\/\/ (\S+)\n(.*)$/s.exec(block) ?? [];
    if (path === undefined) throw new Error(`A block of the worked example does not begin with its path: ${block}`);
    files.set(path, text);
  }
  const [entries, fields] = blocks(section, 'diff');
  const stamp = /migrations\/(\d{13})-/.exec([...files.keys()].join('\n'))?.[1];
  return { files, entries, fields, stamp };
}

const request = /^([A-Z]+) (\S+)(?: (\{.*?\}))?(?: ([\w-]+): (\S+))?\n {2}(\d{3})(?:, (.*))?$/gm;

/** @param told `Location, ETag "1.1", rows 1, field name`; a message comes last */
function factsOf(told) {
  const [others, message] = told.split(/(?:^|, )message /);
  const facts = others
    .split(', ')
    .filter((fact) => fact !== '')
    .map((fact) => {
      const [name, value = true] = fact.split(' ');
      return [name, name === 'rows' ? Number(value) : value];
    });
  return { ...Object.fromEntries(facts), ...(message && { message }) };
}

/** @returns the requests at the end of the example, and what each must answer */
export function readAnswers(root) {
  const [, block = ''] = /^```\n(POST .*?)^```$/ms.exec(sectionOf(root)) ?? [];
  return [...block.matchAll(request)].map(([, method, path, body, header, value, status, told = '']) => ({
    method,
    path,
    ...(body && { body: JSON.parse(body) }),
    ...(header && { headers: { [header]: value } }),
    expected: { status: Number(status), ...factsOf(told) },
  }));
}
